import { Trans } from '@lingui/react/macro';
import { certificateFilename } from '#contract/certificate-names.ts';
import { saveFile } from '../../../account/save-file.ts';
import { callForFile } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';

/** The button that downloads a certificate as a signed PDF. */
export function DownloadCertificate({ number }: { number: string }) {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadCertificate', { params: { number } });
    if (!answer.success) return answer;
    saveFile(answer.file, certificateFilename(number));
    return undefined;
  });
  return (
    <>
      <Button variant="line" busy={isBusy} onClick={submit}>
        <Trans>
          Download<span className="visually-hidden"> {number}</span>
        </Trans>
      </Button>
      {failure && <FailureNote>{failure.message}</FailureNote>}
    </>
  );
}
