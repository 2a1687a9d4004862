import { plural, t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { LetterKind } from '#contract/letters.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { LetterPreview, type PreviewedLetter } from './letter-preview.tsx';

/** Lists every kind of email. The chosen one is shown beside the list, or below it on narrow screens. */
export function LetterKinds({ letters }: { letters: readonly LetterKind[] }) {
  const [shown, setShown] = useState<PreviewedLetter | null>(null);
  const wanted = useRef<LetterKind | null>(null);
  const [askedId, setAskedId] = useState<string | null>(null);
  const preview = useRef<HTMLHeadingElement>(null);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const kind = wanted.current;
    if (!kind) return undefined;
    const answer = await call('previewLetter', { params: { id: kind.id } });
    if (!answer.success) return adminFailure(t`Failed to show the email`, answer);
    setShown({ id: kind.id, name: kind.name, subject: answer.subject, text: answer.text });
    // Waits until the heading is in the page.
    requestAnimationFrame(() => preview.current?.focus());
    return undefined;
  });
  function show(kind: LetterKind) {
    if (isBusy) return;
    wanted.current = kind;
    setAskedId(kind.id);
    submit();
  }
  return (
    <div className="panels">
      <section className="panel" aria-labelledby="letter-kinds">
        <header>
          <h2 id="letter-kinds">{t`All emails`}</h2>
          <span className="subtle numeric">{letters.length}</span>
        </header>
        <ul className="rows" aria-busy={isBusy}>
          {letters.map((kind) => (
            <li key={kind.id} className={kind.id === shown?.id ? 'bg-mat' : undefined}>
              <div className="min-w-0">
                <Button
                  variant="text"
                  aria-current={kind.id === shown?.id ? 'true' : undefined}
                  onClick={() => show(kind)}
                >
                  {kind.name}
                </Button>
                <span className="way-words">
                  {kind.to}. {kind.when}.
                </span>
                {failure && kind.id === askedId && <FailureNote>{failure.message}</FailureNote>}
              </div>
              {kind.sent > 0 && <span className="end subtle numeric text-13">{timesInWords(kind.sent)}</span>}
            </li>
          ))}
        </ul>
      </section>
      {shown === null ? (
        <p className="state muted">{t`Choose an email to read it.`}</p>
      ) : (
        <LetterPreview key={shown.id} letter={shown} heading={preview} />
      )}
    </div>
  );
}

const timesInWords = (sent: number) => plural(sent, { one: 'once', other: '# times' });
