import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import type { SavingState } from './cell-saver.ts';
import { counted } from './counted.ts';
import type { Piece } from './pieces.ts';
import type { Refused } from './row-problems.ts';
import type { Intake } from './use-intake.ts';

interface DraftsBarProps {
  intake: Intake;
  ready: readonly Piece[];
  chosen: readonly Piece[];
  /** Photographs that have not arrived yet. */
  onTheirWay: number;
  /** Called with what the server said about the rows that stay. */
  onTried: (left: ReadonlyMap<string, Refused>) => void;
}

/** Says how many rows are ready and what is saved, and makes drafts of all ready rows or of the chosen ones. */
export function DraftsBar({ intake, ready, chosen, onTheirWay, onTried }: DraftsBarProps) {
  const { pieces, saving, saveNow } = intake;
  const wanted = chosen.length > 0 ? chosen : ready;
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
            {result.made === 1 ? '1 draft was made' : `${result.made} drafts were made`}. {leftWords(result.left)}{' '}
            <Link to="/admin/products?status=draft">See the drafts</Link>
          </p>
        </div>
      )}
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <p className="numeric mr-auto">
        {ready.length} ready, {pieces.length - ready.length} not yet.{' '}
        <Saving state={saving} onRetry={() => void saveNow()} />
      </p>
      <Button
        busy={isBusy}
        busyLabel="Making drafts..."
        onClick={() => (onTheirWay > 0 && wanted.length > 0 ? setAsking(true) : submit())}
      >
        {chosen.length > 0 ? `Make drafts of the ${chosen.length} chosen` : `Make ${counted(ready.length, 'draft')}`}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Make drafts before all photographs are in?"
        confirmLabel="Make Drafts Now"
        cancelLabel="Wait"
        harmless
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          submit();
          return undefined;
        }}
      >
        {counted(onTheirWay, 'photograph has', 'photographs have')} not arrived yet. What belongs to a piece that
        becomes a draft now will be a new piece here.
      </ConfirmDialog>
    </footer>
  );
}

const leftWords = (left: number) =>
  left === 0 ? 'Nothing is left here.' : `${counted(left, 'piece')} ${left === 1 ? 'is' : 'are'} left here.`;

/** Saves what is typed, and makes drafts of the pieces that are wanted. */
function useDrafts({ pieces, refresh, saveNow }: Intake, wanted: readonly Piece[], onTried: DraftsBarProps['onTried']) {
  const [result, setResult] = useState<{ made: number; left: number } | null>(null);
  const submission = useSubmission(async () => {
    setResult(null);
    if (wanted.length === 0) {
      onTried(new Map());
      return { message: 'No row is ready yet. The last column says what each one needs.' };
    }
    if (!(await saveNow()))
      return { message: 'No draft was made, because the last changes could not be saved. Please try again.' };
    const answer = await call('makeDrafts', { body: { pieceIds: wanted.map(({ id }) => id) } });
    if (!answer.success) {
      // Some may have been made before it failed.
      await refresh();
      return adminFailure('Failed to make the drafts', answer);
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
  if (state.is === 'saved') return <span className="subtle">All changes are saved.</span>;
  if (state.is === 'saving') return <span className="subtle">Saving...</span>;
  return (
    <span role="alert" className="text-crimson">
      The last changes are not saved: {state.message}{' '}
      <Button variant="text" small onClick={onRetry}>
        Try Again
      </Button>
    </span>
  );
}
