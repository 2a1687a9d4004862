import type { UnavailablePiece } from '#contract/checkout.ts';
import { refuse } from '#contract/errors.ts';
import { type ClockTime, useClockTime } from '../catalog/clock-time.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

interface LostPiecesProps {
  pieces: readonly UnavailablePiece[];
  /** Whether anything else is left to buy. */
  hasRest: boolean;
  /** Takes them off the list and out of the cart. */
  onGiveUp: () => void;
  onAskAgain: () => void;
}

/** Pieces that went to somebody else meanwhile: which, why, and the way on. */
export function LostPieces({ pieces, hasRest, onGiveUp, onAskAgain }: LostPiecesProps) {
  const clockTime = useClockTime();
  return (
    <>
      <Note tone="failed">
        <ul>
          {pieces.map((piece) => (
            <li key={piece.listingId}>{wordsOf(piece, clockTime)}</li>
          ))}
        </ul>
      </Note>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button small onClick={onGiveUp}>
          {hasRest ? 'Continue with the rest' : 'Remove from cart'}
        </Button>
        {pieces.some(({ reason }) => reason === 'held') && (
          <Button small variant="line" onClick={onAskAgain}>
            Ask again
          </Button>
        )}
      </div>
    </>
  );
}

function wordsOf({ name, reason, until }: UnavailablePiece, clockTime: ClockTime): string {
  const words = refuse(reason, { name }).message;
  return reason === 'held' && until ? `${words} until ${clockTime(until)}.` : `${words}.`;
}
