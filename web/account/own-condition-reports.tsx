import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnConditionReport } from '#contract/condition-reports.ts';
import { conditionFilename } from '#contract/condition-words.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { callForFile } from '../api.ts';
import { language } from '../language/language.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { saveFile } from './save-file.ts';

/** The newest condition reports of an order's pieces, each with a download button. */
export default function OwnConditionReports({ order }: { order: OrderDetails }) {
  const nameOf = (report: OwnConditionReport) =>
    order.items.find(({ listingId }) => listingId === report.listingId)?.listing.name ?? '';
  return (
    <ul className="grid gap-2">
      {order.conditionReports?.map((report) => (
        <ReportLine key={report.id} orderId={order.id} report={report} name={nameOf(report)} />
      ))}
    </ul>
  );
}

interface ReportLineProps {
  orderId: string;
  report: OwnConditionReport;
  /** The name of the piece. */
  name: string;
}

function ReportLine({ orderId, report: { id, listingId, examinedOn }, name }: ReportLineProps) {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadOwnConditionReport', { params: { id: orderId, reportId: id } });
    if (!answer.success) return { message: t`Failed to download the condition report` };
    saveFile(answer.file, conditionFilename(listingId, examinedOn));
    return undefined;
  });
  return (
    <li className="wrap-anywhere">
      <Trans>
        {name}, examined {{ day: partialDateInWords(examinedOn, language) }}
      </Trans>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <span className="block">
        <Button variant="text" className="min-h-6! p-0!" busy={isBusy} onClick={submit}>
          <Trans>
            Download<span className="visually-hidden"> the condition report of {name}</span>
          </Trans>
        </Button>
      </span>
    </li>
  );
}
