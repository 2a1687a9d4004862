import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import type { ListedReport } from '#contract/condition-reports.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { call } from '../../../api.ts';
import { language } from '../../../language/language.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useHasRole } from '../../admin-access.ts';
import { conditionAddress } from './condition-address.ts';
import type { ConditionStep } from './condition-dialog.tsx';
import { stateLabels } from './condition-labels.ts';

interface ConditionOfListingProps {
  listing: Listing;
  /** Whether a dialog about a report is open. When it closes, the reports are read again. */
  isAsked: boolean;
  onStep: (step: ConditionStep) => void;
}

/** The condition reports of a one-of-a-kind piece, the latest examination first. An edition without reports shows nothing. */
export function ConditionOfListing({ listing, isAsked, onStep }: ConditionOfListingProps) {
  const { reports, failure } = useReports(listing.id, isAsked);
  const mayChange = useHasRole('staff');
  if (failure) return <FailureNote>{failure}</FailureNote>;
  if (!reports || (!listing.unique && reports.length === 0)) return null;
  return (
    <section className="grid gap-2" aria-labelledby="condition-reports">
      <h3 id="condition-reports" className="heading-block">
        {t`Condition reports`}
      </h3>
      {reports.length === 0 && (
        <p className="muted">
          {t`Nothing is written. Once a report is issued, visitors can ask for it, and the buyer finds it in the order.`}
        </p>
      )}
      <ul className="grid">
        {reports.map((report) => (
          <li key={report.id} className="flex flex-wrap items-center gap-x-4 border-t border-line py-2">
            <ReportLine report={report} />
            {mayChange && report.phase === 'issued' && (
              <Button
                variant="text"
                onClick={() => onStep({ kind: 'send', report: { ...report, name: listing.name } })}
              >
                <SendWords day={partialDateInWords(report.examinedOn, language)} />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && listing.unique && (
        <div>
          <Button variant="line" onClick={() => onStep({ kind: 'begin', listing })}>
            {t`Write a condition report`}
          </Button>
        </div>
      )}
    </section>
  );
}

function SendWords({ day }: { day: string }) {
  return (
    <Trans>
      Send<span className="visually-hidden"> the report of {day}</span>
    </Trans>
  );
}

function ReportLine({ report }: { report: ListedReport }) {
  const { id, phase, examinedOn, examiner, state, photographs, marks, reason } = report;
  const facts = [
    examiner,
    photographs > 0 && plural(photographs, { one: '# photograph', other: '# photographs' }),
    marks > 0 && plural(marks, { one: '# mark', other: '# marks' }),
    phase === 'withdrawn' && t`withdrawn because: ${reason}`,
  ];
  return (
    <p className="min-w-0 flex-1 wrap-anywhere">
      <Link to={conditionAddress(id)}>{partialDateInWords(examinedOn, language) || t`No day yet`}</Link>
      {phaseWords[phase]}
      {state !== '' && `: ${stateLabels[state]}`}
      <small className="muted block">{facts.filter(Boolean).join(', ')}</small>
    </p>
  );
}

/** The phase of a report, in the words that follow its day. */
const phaseWords: Readonly<Record<ListedReport['phase'], string>> = {
  draft: t`, draft`,
  issued: t`, issued`,
  withdrawn: t`, withdrawn`,
};

/** The reports of a piece; undefined until they are known. They are not read while `isAsked`. */
function useReports(id: string, isAsked: boolean) {
  const [reports, setReports] = useState<ListedReport[]>();
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (isAsked) return;
    const closing = new AbortController();
    void call('listConditionReports', { params: { id }, quiet: true, signal: closing.signal }).then((answer) => {
      if (closing.signal.aborted) return;
      if (answer.success) setReports(answer.reports);
      setFailure(answer.success ? null : notLoaded(answer.message));
    });
    return () => closing.abort();
  }, [id, isAsked]);
  return { reports, failure };
}

const notLoaded = (message: string) => t`The condition reports could not be loaded. ${message}`;
