import { type ClockTime, useClockTime } from '../catalog/clock-time.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import type { Hold } from './use-hold.ts';

/** How long the pieces are the shopper's alone, as a clock time. Said when it changes, and only then. */
export function HoldNote({ hold, onAsk }: { hold: Hold; onAsk: () => void }) {
  const clockTime = useClockTime();
  if (hold.phase === 'unneeded' || hold.phase === 'lost') return null;
  const { title, text, action } = wordsOf(hold, clockTime);
  return (
    <>
      <Note tone="held">
        <strong className="font-semibold">{title}</strong>
        <br />
        {text}
      </Note>
      {action && (
        <Button variant="line" small className="mt-3" onClick={onAsk}>
          {action}
        </Button>
      )}
    </>
  );
}

interface Words {
  title: string;
  text: string;
  action?: string;
}

function wordsOf(hold: Exclude<Hold, { phase: 'unneeded' | 'lost' }>, clockTime: ClockTime): Words {
  if (hold.phase === 'asking') return { title: 'Holding these pieces for you', text: 'One moment.' };
  if (hold.phase === 'failed') {
    return { title: 'These pieces are not held', text: 'The shop could not be asked just now.', action: 'Try again' };
  }
  if (hold.phase === 'over') {
    return { title: 'The hold has run out', text: 'Somebody else can buy these pieces now.', action: 'Hold again' };
  }
  const title = `Held for you until ${clockTime(hold.until)}`;
  if (hold.phase === 'held') return { title, text: 'Nobody else can buy these pieces until then.' };
  if (hold.isLongest) return { title, text: 'They cannot be held longer than that.' };
  return { title, text: 'Do you need more time?', action: 'Keep holding' };
}
