import { useSyncExternalStore } from 'react';
import { isOwnHold } from '../cart/own-holds.ts';
import { Icon } from '../ui/icon.tsx';
import { useClockTime } from './clock-time.ts';

/** Somebody is paying for the piece right now: until when, and what that means for whoever reads it. */
export function ReservedNote({ listingId, until }: { listingId: string; until: string | null }) {
  const clockTime = useClockTime();
  const isOwn = useSyncExternalStore(
    holdsDoNotTell,
    () => isOwnHold(listingId, until),
    () => false,
  );
  return (
    <div className="note" role="status">
      <Icon name="clock" />
      <span>
        {until && (
          <strong className="font-semibold">
            Reserved {isOwn && 'for you '}until {clockTime(until)}.{' '}
          </strong>
        )}
        {isOwn
          ? 'You are paying for this piece. Nobody else can buy it meanwhile.'
          : 'Another buyer is paying for this piece. If they do not finish, it is free again.'}
      </span>
    </div>
  );
}

/** A hold of one's own begins and ends on the payment page. */
const holdsDoNotTell = () => () => {};
