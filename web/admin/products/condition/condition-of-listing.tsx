import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import type { ListedReport } from '#contract/condition-reports.ts';
import { capitalised } from '#contract/condition-words.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useHasRole } from '../../admin-access.ts';
import { conditionAddress } from './condition-address.ts';
import type { ConditionStep } from './condition-dialog.tsx';

interface ConditionOfListingProps {
  listing: Listing;
  /** A dialog about a report is open. What it has changed is read when it closes. */
  isAsked: boolean;
  onStep: (step: ConditionStep) => void;
}

/** The condition reports of a piece of which there is one, the latest examination first. Nothing for an edition without any. */
export function ConditionOfListing({ listing, isAsked, onStep }: ConditionOfListingProps) {
  const { reports, failure } = useReports(listing.id, isAsked);
  const mayChange = useHasRole('staff');
  if (failure) return <FailureNote>{failure}</FailureNote>;
  if (!reports || (!listing.unique && reports.length === 0)) return null;
  return (
    <section className="grid gap-2" aria-labelledby="condition-reports">
      <h3 id="condition-reports" className="heading-block">
        Condition reports
      </h3>
      {reports.length === 0 && (
        <p className="muted">
          Nothing is written. Once a report is issued, visitors can ask for it, and the buyer finds it in the order.
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
                Send<span className="visually-hidden"> the report of {partialDateInWords(report.examinedOn)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && listing.unique && (
        <div>
          <Button variant="line" onClick={() => onStep({ kind: 'begin', listing })}>
            Write a condition report
          </Button>
        </div>
      )}
    </section>
  );
}

function ReportLine({ report }: { report: ListedReport }) {
  const { id, phase, examinedOn, examiner, state, photographs, marks, reason } = report;
  const counts = [counted(photographs, 'photograph'), counted(marks, 'mark')];
  return (
    <p className="min-w-0 flex-1 wrap-anywhere">
      <Link to={conditionAddress(id)}>{partialDateInWords(examinedOn) || 'No day yet'}</Link>
      {`, ${phase}`}
      {state !== '' && `: ${capitalised(state)}`}
      <small className="muted block">
        {[examiner, ...counts, phase === 'withdrawn' ? `withdrawn because: ${reason}` : ''].filter(Boolean).join(', ')}
      </small>
    </p>
  );
}

const counted = (count: number, word: string) => (count === 1 ? `1 ${word}` : count > 0 ? `${count} ${word}s` : '');

/** The reports of a piece; undefined until they are known. Not read while `isAsked`. */
function useReports(id: string, isAsked: boolean) {
  const [reports, setReports] = useState<ListedReport[]>();
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (isAsked) return;
    const closing = new AbortController();
    void call('listConditionReports', { params: { id }, quiet: true, signal: closing.signal }).then((answer) => {
      if (closing.signal.aborted) return;
      if (answer.success) setReports(answer.reports);
      setFailure(answer.success ? null : `The condition reports could not be loaded. ${answer.message}`);
    });
    return () => closing.abort();
  }, [id, isAsked]);
  return { reports, failure };
}
