import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { Image } from '#contract/catalog.ts';
import type { ConditionReport } from '#contract/condition-reports.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { call } from '../../../api.ts';
import { language } from '../../../language/language.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import { panelMeta } from '../../panel-meta.ts';
import { addressOf } from '../../sections.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import type { Route } from './+types/condition-page.ts';
import stylesheet from './condition.css?url';
import { ConditionDialog, type ConditionStep } from './condition-dialog.tsx';
import { phaseLabels } from './condition-labels.ts';
import { DownloadCondition } from './download-condition.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportLinks } from './report-links.tsx';
import { ReportValues } from './report-values.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await requireAdmin();
  return { answer: redirectIfDenied(await call('getConditionReport', { params: { id: params.id } })) };
}

export function meta({ matches }: Route.MetaArgs) {
  return panelMeta(t`Condition report`, matches[0].loaderData?.shop.name);
}

/** The page of a condition report. Staff see a draft as a form (docs/behaviour/condition-reports.md). */
export default function ConditionPage({ loaderData: { answer } }: Route.ComponentProps) {
  const report = answer.success ? answer.report : null;
  const piece = report?.name ?? '';
  return (
    <>
      <div className="bar">
        <Crumbs to={`${addressOf('products')}${piece && `?q=${encodeURIComponent(piece)}`}`} title={t`Products`} />
        <h1 className="mr-0! wrap-anywhere">{piece ? t`Condition of ${piece}` : t`Condition report`}</h1>
        {report && <Phase report={report} />}
      </div>
      {answer.success ? (
        <Opened key={answer.report.id} report={answer.report} own={answer.pictures} />
      ) : (
        <ListFailure message={answer.message} />
      )}
    </>
  );
}

function Phase({ report: { phase, examinedOn } }: { report: ConditionReport }) {
  return (
    <>
      <Badge tone={phase === 'issued' ? 'gold' : phase === 'draft' ? 'pending' : 'cancelled'}>
        {phaseLabels[phase]}
      </Badge>
      {examinedOn && <span className="subtle numeric">{partialDateInWords(examinedOn, language)}</span>}
    </>
  );
}

function Opened({ report, own }: { report: ConditionReport; own: readonly Image[] }) {
  const [step, setStep] = useState<ConditionStep | null>(null);
  const [isDeleted, setDeleted] = useState(false);
  const mayChange = useHasRole('staff');
  const navigate = useNavigate();
  const { day } = useTimes();
  const { phase, reason, withdrawnAt } = report;

  function leaveDeleted() {
    // The form is removed first, because it would ask whether to discard the unsaved changes.
    flushSync(() => setDeleted(true));
    void navigate(`${addressOf('products')}?q=${encodeURIComponent(report.name)}`);
  }

  return (
    <div className="grid gap-8">
      {withdrawnAt !== null && <Note tone="info">{withdrawnWords(day(withdrawnAt), reason)}</Note>}
      <div className="flex flex-wrap gap-3">
        <DownloadCondition report={report} />
        {mayChange && phase === 'issued' && (
          <>
            <Button variant="line" onClick={() => setStep({ kind: 'send', report })}>
              {t`Send`}
            </Button>
            <Button variant="danger" onClick={() => setStep({ kind: 'withdraw', report })}>
              {t`Withdraw`}
            </Button>
          </>
        )}
      </div>
      {phase !== 'draft' && (
        <ReportLinks
          report={report}
          onTakeBack={({ id, email }) => setStep({ kind: 'take back', report, linkId: id, to: email })}
        />
      )}
      {phase === 'draft' && mayChange ? (
        !isDeleted && (
          <ReportForm
            report={report}
            own={own}
            onIssue={(saved) => setStep({ kind: 'issue', report: saved })}
            onDelete={() => setStep({ kind: 'delete', report })}
          />
        )
      ) : (
        <ReportValues report={report} />
      )}
      <ConditionDialog step={step} onClose={() => setStep(null)} onDeleted={leaveDeleted} />
    </div>
  );
}

const withdrawnWords = (day: string, reason: string) => t`Withdrawn ${day}: ${reason}`;
