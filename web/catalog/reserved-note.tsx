import { Icon } from '../ui/icon.tsx';
import { useClockTime } from './clock-time.ts';

/** Somebody is paying for the piece right now: until when, and what that means for whoever reads it. */
export function ReservedNote({ until }: { until: string | null }) {
  const clockTime = useClockTime();
  return (
    <div className="note" role="status">
      <Icon name="clock" />
      <span>
        {until && <strong className="font-semibold">Reserved until {clockTime(until)}. </strong>}
        Another buyer is paying for this piece. If they do not finish, it is free again.
      </span>
    </div>
  );
}
