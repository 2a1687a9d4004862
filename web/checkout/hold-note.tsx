import type { Wording } from '../shell/times.ts';
import { useTimes } from '../shell/use-times.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import type { Hold } from './use-hold.ts';

/** Says until when the listings are on hold for this buyer. Announced only when the text changes. */
export function HoldNote({ hold, onRequest }: { hold: Hold; onRequest: () => void }) {
  const { clock } = useTimes();
  if (hold.phase === 'not-needed' || hold.phase === 'unavailable') return null;
  const { title, text, action } = textsOf(hold, clock);
  return (
    <>
      <Note tone="held">
        <strong className="font-semibold">{title}</strong>
        <br />
        {text}
      </Note>
      {action && (
        <Button variant="line" small className="mt-3" onClick={onRequest}>
          {action}
        </Button>
      )}
    </>
  );
}

interface Texts {
  title: string;
  text: string;
  action?: string;
}

function textsOf(hold: Exclude<Hold, { phase: 'not-needed' | 'unavailable' }>, clock: Wording): Texts {
  if (hold.phase === 'requesting') return { title: 'Holding these pieces for you', text: 'One moment.' };
  if (hold.phase === 'failed') {
    const text = hold.message ?? 'The shop could not be asked just now.';
    return { title: 'These pieces are not held', text, action: 'Try again' };
  }
  if (hold.phase === 'expired') {
    return { title: 'The hold has run out', text: 'Somebody else can buy these pieces now.', action: 'Hold again' };
  }
  const title = `Held for you until ${clock(hold.until)}`;
  if (hold.phase === 'held') return { title, text: 'Nobody else can buy these pieces until then.' };
  if (hold.isLongest) return { title, text: 'They cannot be held longer than that.' };
  return { title, text: 'Do you need more time?', action: 'Keep holding' };
}
