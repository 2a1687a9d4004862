import { useSyncExternalStore } from 'react';
import { isOwnHold } from '../cart/own-holds.ts';
import { useTimes } from '../shell/use-times.ts';
import { Icon } from '../ui/icon.tsx';

/** Says until when the listing is on hold, by another buyer or by this one. */
export function ReservedNote({ listingId, until }: { listingId: string; until: string | null }) {
  const { clock } = useTimes();
  const isOwn = useSyncExternalStore(
    subscribeToNothing,
    () => isOwnHold(listingId, until),
    () => false,
  );
  return (
    <div className="note" role="status">
      <Icon name="clock" />
      <span>
        {until && (
          <strong className="font-semibold">
            Reserved {isOwn && 'for you '}until {clock(until)}.{' '}
          </strong>
        )}
        {isOwn
          ? 'You are paying for this piece. Nobody else can buy it meanwhile.'
          : 'Another buyer is paying for this piece. If they do not finish, it is free again.'}
      </span>
    </div>
  );
}

/** Own holds change only on the payment page, so this page needs no updates. */
const subscribeToNothing = () => () => {};
