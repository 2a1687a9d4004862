import { t } from '@lingui/core/macro';
import type { Wording } from '../shell/times.ts';
import { useTimes } from '../shell/use-times.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import type { Hold } from './use-hold.ts';

/** Says until when the listings are on hold for this buyer. Screen readers announce it only when its text changes. */
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
  if (hold.phase === 'requesting') return { title: t`Holding these pieces for you`, text: t`One moment.` };
  if (hold.phase === 'failed') {
    const text = hold.message ?? t`The shop could not be asked just now.`;
    return { title: t`These pieces are not held`, text, action: t`Try again` };
  }
  if (hold.phase === 'expired') {
    return { title: t`The hold has run out`, text: t`Somebody else can buy these pieces now.`, action: t`Hold again` };
  }
  const title = t`Held for you until ${{ time: clock(hold.until) }}`;
  if (hold.phase === 'held') return { title, text: t`Nobody else can buy these pieces until then.` };
  if (hold.isLongest) return { title, text: t`They cannot be held longer than that.` };
  return { title, text: t`Do you need more time?`, action: t`Keep holding` };
}
