import { t } from '@lingui/core/macro';
import { conditionFilename } from '#contract/condition-words.ts';
import { saveFile } from '../../../account/save-file.ts';
import { callForFile } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';

interface DownloadConditionProps {
  report: { id: string; listingId: string; examinedOn: string };
}

/** The button that downloads a report as a PDF. */
export function DownloadCondition({ report: { id, listingId, examinedOn } }: DownloadConditionProps) {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadConditionReport', { params: { id } });
    if (!answer.success) return answer;
    saveFile(answer.file, conditionFilename(listingId, examinedOn));
    return undefined;
  });
  return (
    <>
      <Button variant="line" busy={isBusy} onClick={submit}>
        {t`Download PDF`}
      </Button>
      {failure && <FailureNote>{failure.message}</FailureNote>}
    </>
  );
}
