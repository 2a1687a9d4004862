import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api.ts';
import { inDigits } from '../../../language/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { focusMain } from '../../focus-main.ts';
import type { SavingState } from './cell-saver.ts';
import type { Piece } from './pieces.ts';
import type { Refused } from './row-problems.ts';
import type { Intake } from './use-intake.ts';

interface DraftsBarProps {
  intake: Intake;
  ready: readonly Piece[];
  chosen: readonly Piece[];
  /** The number of photographs that have not arrived yet. */
  onTheirWay: number;
  /** Called after each attempt with what the server said about the rows that stay, by id of the piece. */
  onTried: (left: ReadonlyMap<string, Refused>) => void;
}

/** Says how many rows are ready and what is saved, and makes drafts of all ready rows or of the chosen ones. */
export function DraftsBar({ intake, ready, chosen, onTheirWay, onTried }: DraftsBarProps) {
  const { pieces, saving, saveNow } = intake;
  const [readyCount, chosenCount] = [ready.length, chosen.length];
  const others = pieces.length - readyCount;
  const wanted = chosenCount > 0 ? chosen : ready;
  const { result, isBusy, failure, submit } = useDrafts(intake, wanted, onTried);
  const [isAsking, setAsking] = useState(false);
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) words.current?.focus();
  }, [result]);
  return (
    <footer className="intake-foot">
      {result && (
        <div ref={words} tabIndex={-1} className="w-full">
          <p className="strong" role="status">
            {madeWords(result.made)} {leftWords(result.left)}{' '}
            <Link to="/admin/products?status=draft">{t`See the drafts`}</Link>
          </p>
        </div>
      )}
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <p className="numeric mr-auto">
        {t`${readyCount} ready, ${others} not yet.`} <Saving state={saving} onRetry={() => void saveNow()} />
      </p>
      <Button
        busy={isBusy}
        busyLabel={t`Making drafts...`}
        onClick={() => (onTheirWay > 0 && wanted.length > 0 ? setAsking(true) : submit())}
      >
        {chosenCount > 0 ? t`Make drafts of the ${chosenCount} chosen` : makeWords(readyCount)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t`Make drafts before all photographs are in?`}
        confirmLabel={t`Make Drafts Now`}
        cancelLabel={t`Wait`}
        harmless
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          submit();
          return undefined;
        }}
      >
        {notArrivedWords(onTheirWay)} {t`What belongs to a piece that becomes a draft now will be added to the draft.`}
      </ConfirmDialog>
    </footer>
  );
}

const madeWords = (made: number) => plural(made, { one: '# draft was made.', other: '# drafts were made.' });

function leftWords(left: number): string {
  if (left === 0) return t`Nothing is left here.`;
  const shown = inDigits(left);
  return plural(left, { one: `${shown} piece is left here.`, other: `${shown} pieces are left here.` });
}

function makeWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, { one: `Make ${shown} draft`, other: `Make ${shown} drafts` });
}

function notArrivedWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} photograph has not arrived yet.`,
    other: `${shown} photographs have not arrived yet.`,
  });
}

/** Saves what is typed, then makes drafts of the `wanted` pieces. */
function useDrafts({ pieces, refresh, saveNow }: Intake, wanted: readonly Piece[], onTried: DraftsBarProps['onTried']) {
  const [result, setResult] = useState<{ made: number; left: number } | null>(null);
  const submission = useSubmission(async () => {
    setResult(null);
    if (wanted.length === 0) {
      onTried(new Map());
      return { message: t`No row is ready yet. The last column says what each one needs.` };
    }
    if (!(await saveNow()))
      return { message: t`No draft was made, because the last changes could not be saved. Please try again.` };
    const answer = await call('makeDrafts', { body: { pieceIds: wanted.map(({ id }) => id) } });
    if (!answer.success) {
      // Some drafts may have been made before the failure.
      await refresh();
      return adminFailure(t`Failed to make the drafts`, answer);
    }
    const tried = new Map(wanted.map((piece) => [piece.id, piece]));
    const left = answer.left.flatMap(({ pieceId, issues }) => {
      const piece = tried.get(pieceId);
      return piece ? [[pieceId, { issues, piece }] as const] : [];
    });
    onTried(new Map(left));
    await refresh();
    setResult({ made: answer.made.length, left: pieces.length - answer.made.length });
    return undefined;
  });
  return { result, ...submission };
}

function Saving({ state, onRetry }: { state: SavingState; onRetry: () => void }) {
  if (state.is === 'saved') return <span className="subtle">{t`All changes are saved.`}</span>;
  if (state.is === 'saving') return <span className="subtle">{t`Saving...`}</span>;
  const { message } = state;
  return (
    <span role="alert" className="text-crimson">
      {t`The last changes are not saved: ${message}`}{' '}
      <Button
        variant="text"
        small
        onClick={() => {
          onRetry();
          // The button is removed.
          focusMain();
        }}
      >
        {t`Try Again`}
      </Button>
    </span>
  );
}
