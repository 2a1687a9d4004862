import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import type { SavingState } from './cell-saver.ts';
import type { Refused } from './row-problems.ts';
import type { Intake, Piece } from './use-intake.ts';

interface DraftsBarProps {
  intake: Intake;
  ready: readonly Piece[];
  chosen: readonly Piece[];
  /** Called with what the server said about the rows that stay. */
  onTried: (left: ReadonlyMap<string, Refused>) => void;
}

/** Says how many rows are ready and what is saved, and makes drafts of all ready rows or of the chosen ones. */
export function DraftsBar({ intake, ready, chosen, onTried }: DraftsBarProps) {
  const { pieces, saving, refresh, saveNow } = intake;
  const [result, setResult] = useState<{ made: number; left: number } | null>(null);
  const words = useRef<HTMLDivElement>(null);
  const wanted = chosen.length > 0 ? chosen : ready;
  const { isBusy, failure, submit } = useSubmission(async () => {
    setResult(null);
    if (wanted.length === 0) {
      onTried(new Map());
      return { message: 'No row is ready yet. The last column says what each one needs.' };
    }
    if (saving.is !== 'saved') {
      saveNow();
      return { message: 'The last changes are being saved. Please try again in a moment.' };
    }
    const answer = await call('makeDrafts', { body: { pieceIds: wanted.map(({ id }) => id) } });
    if (!answer.success) {
      // Some may have been made before it failed.
      await refresh();
      return adminFailure('Failed to make the drafts', answer);
    }
    const cells = new Map(wanted.map((piece) => [piece.id, piece.cells]));
    onTried(
      new Map(
        answer.left.flatMap(({ pieceId, issues }) => {
          const own = cells.get(pieceId);
          return own ? [[pieceId, { issues, cells: own }] as const] : [];
        }),
      ),
    );
    await refresh();
    setResult({ made: answer.made.length, left: pieces.length - answer.made.length });
    return undefined;
  });
  useEffect(() => {
    if (result) words.current?.focus();
  }, [result]);
  return (
    <footer className="intake-foot">
      {result && (
        <div ref={words} tabIndex={-1} className="w-full">
          <p className="strong" role="status">
            {result.made === 1 ? '1 draft was made' : `${result.made} drafts were made`}.{' '}
            {result.left === 0 ? 'Nothing is left here.' : `${result.left} are left here.`}{' '}
            <Link to="/admin/products?status=draft">See the drafts</Link>
          </p>
        </div>
      )}
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <p className="numeric mr-auto">
        {ready.length} ready, {pieces.length - ready.length} not yet. <Saving state={saving} onRetry={saveNow} />
      </p>
      <Button busy={isBusy} busyLabel="Making drafts..." onClick={submit}>
        {chosen.length > 0
          ? `Make drafts of the ${chosen.length} chosen`
          : `Make ${ready.length} ${ready.length === 1 ? 'draft' : 'drafts'}`}
      </Button>
    </footer>
  );
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
