import { t } from '@lingui/core/macro';
import { type RefObject, useState } from 'react';
import { call } from '../../../api.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { useHasRole } from '../../admin-access.ts';
import { adminFailure } from '../../admin-failure.ts';

export interface PreviewedLetter {
  id: string;
  name: string;
  subject: string;
  text: string;
}

interface LetterPreviewProps {
  letter: PreviewedLetter;
  heading: RefObject<HTMLHeadingElement | null>;
}

/**
 * Shows an email with made-up data as text. Its HTML needs `style` attributes, which the content security policy of the pages
 * forbids, so owners see the HTML only in a test email.
 */
export function LetterPreview({ letter: { id, name, subject, text }, heading }: LetterPreviewProps) {
  const isOwner = useHasRole('owner');
  return (
    <section className="panel lg:sticky lg:top-6" aria-labelledby="letter-preview">
      <header>
        <h2 id="letter-preview" ref={heading} tabIndex={-1}>
          {name}
        </h2>
      </header>
      <div className="settings-text">
        <p className="wrap-anywhere">
          <span className="subtle">{t`Subject`}</span> <span className="strong">{subject}</span>
        </p>
        <article className="settings-preview whitespace-pre-line wrap-anywhere" aria-label={t`The email as text`}>
          {text}
        </article>
        <p className="hint">{t`Names, amounts and links are made up. The words come from the order or the account.`}</p>
        {isOwner && <TestButton id={id} />}
      </div>
    </section>
  );
}

function TestButton({ id }: { id: string }) {
  const { clock } = useTimes();
  const [sent, setSent] = useState<{ to: string; at: number } | null>(null);
  const { isBusy, failure, submit } = useSubmission(async () => {
    setSent(null);
    const answer = await call('testLetter', { params: { id } });
    if (!answer.success) return adminFailure(t`Failed to send the test`, answer);
    setSent({ to: answer.to, at: Date.now() });
    return undefined;
  });
  return (
    <>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="line" onClick={submit} busy={isBusy} busyLabel={t`Sending...`}>
          {t`Send a test`}
        </Button>
        <span className="hint" role="status">
          {sent && sentInWords(sent.to, clock(sent.at))}
        </span>
      </div>
    </>
  );
}

const sentInWords = (to: string, time: string) => t`On its way to ${to}, ${time}`;
