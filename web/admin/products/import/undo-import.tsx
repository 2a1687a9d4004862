import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import type { PieceImport, UndoOutcome } from '#contract/imports.ts';
import { call } from '../../../api.ts';
import { inDigits } from '../../../language/numbers.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureNote, Note } from '../../../ui/note.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { focusMain } from '../../focus-main.ts';
import { outcomeWords, undoWords } from './import-words.ts';

/** What an import did, and the button that takes it back. The dialog says first what that would do. */
export function UndoImport({ made }: { made: PieceImport }) {
  const { revalidate } = useRevalidator();
  const { minute } = useTimes();
  const [preview, setPreview] = useState<UndoOutcome | null>(null);
  const [undone, setUndone] = useState<UndoOutcome | null>(null);
  const asking = useSubmission(async () => {
    const answer = await call('previewImportUndo', { params: { id: made.id } });
    if (!answer.success) return adminFailure(t`Failed to ask what would be taken back`, answer);
    setPreview(answer);
    return undefined;
  });

  async function undo() {
    const answer = await call('undoImport', { params: { id: made.id } });
    if (!answer.success) return adminFailure(t`Failed to take the import back`, answer);
    await revalidate();
    // The focus cannot move while the dialog is open.
    flushSync(() => {
      setPreview(null);
      setUndone(answer);
    });
    showToast({ tone: 'done', text: t`The import was taken back` });
    // The button that opened the dialog was removed.
    focusMain();
    return undefined;
  }

  return (
    <>
      {made.state === 'undone' ? (
        <Note tone="info">
          {t`This import was taken back.`} {undone && <Undone outcome={undone} />}
        </Note>
      ) : (
        <Note tone="done">{madeWords(outcomeWords(made), made.importedAt && minute(made.importedAt))}</Note>
      )}
      {asking.failure && <FailureNote>{asking.failure.message}</FailureNote>}
      {made.state !== 'undone' && made.undoUntil !== null && (
        <p className="flex flex-wrap items-center gap-3">
          <Button variant="line" small busy={asking.isBusy} onClick={asking.submit}>
            {t`Take the import back`}
          </Button>
          <span className="subtle">{possibleWords(minute(made.undoUntil))}</span>
        </p>
      )}
      <ConfirmDialog
        open={preview !== null}
        title={t`Take the import back?`}
        confirmLabel={t`Take back`}
        onConfirm={undo}
        onCancel={() => setPreview(null)}
      >
        {preview && <Undone outcome={preview} />}
      </ConfirmDialog>
    </>
  );
}

const madeWords = (outcome: string, when: string | null) => (when ? t`${outcome}, ${when}.` : `${outcome}.`);

const possibleWords = (until: string) => t`Possible until ${until}`;

/** What was taken back, or would be, and the first ten pieces that are kept. */
function Undone({ outcome }: { outcome: UndoOutcome }) {
  const { kept, keptCount } = outcome;
  return (
    <div className="grid gap-2">
      <p>{undoWords(outcome)}</p>
      {kept.slice(0, 10).map(({ listingId, name, reason }) => (
        <p key={listingId} className="wrap-anywhere">
          <b className="font-medium">{name}</b>: {reason}
        </p>
      ))}
      {keptCount > 10 && <p>{moreWords(keptCount - 10)}</p>}
    </div>
  );
}

function moreWords(count: number): string {
  const shown = inDigits(count);
  return t`And ${shown} more.`;
}
