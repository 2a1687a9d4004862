import { useShop } from '../shell/shop.ts';
import { Icon } from '../ui/icon.tsx';

/** Somebody is paying for the piece right now: until when, and what that means for whoever reads it. */
export function ReservedNote({ until }: { until: string | null }) {
  const { timezone } = useShop();
  return (
    <div className="note" role="status">
      <Icon name="clock" />
      <span>
        {until && <strong className="font-semibold">Reserved until {clockTime(until, timezone)}. </strong>}
        Another buyer is paying for this piece. If they do not finish, it is free again.
      </span>
    </div>
  );
}

/** "3:42 pm", as the clock in the shop shows it. */
function clockTime(moment: string, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true });
  // Which space stands before "pm" differs between the server's and the browser's tables.
  return clock.format(new Date(moment)).replace(/\s/g, ' ');
}
