import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { serverNow } from '../api.ts';
import { isOwnHold } from '../cart/own-holds.ts';
import { useTimes } from '../shell/use-times.ts';
import { Icon } from '../ui/icon.tsx';

/** Says until when nobody else can buy the listing: this buyer or another one is paying for it, or it is kept for somebody. */
export function ReservedNote({ listingId, until }: { listingId: string; until: string | null }) {
  const { clock, end } = useTimes();
  const isOwn = useSyncExternalStore(
    subscribeToNothing,
    () => isOwnHold(listingId, until),
    () => false,
  );
  const isLong = useSyncExternalStore(
    subscribeToNothing,
    () => until !== null && Date.parse(until) - serverNow() > longestPayment,
    () => false,
  );
  const time = until && (isLong ? end(until) : clock(until));
  return (
    <div className="note" role="status">
      <Icon name="clock" />
      <span>
        {time && (
          <strong className="font-semibold">
            {isOwn ? t`Reserved for you until ${time}.` : t`Reserved until ${time}.`}{' '}
          </strong>
        )}
        {isOwn && t`You are paying for this piece. Nobody else can buy it meanwhile.`}
        {!isOwn && isLong && t`It is kept for somebody. If they do not buy it, it is free again.`}
        {!(isOwn || isLong) && t`Another buyer is paying for this piece. If they do not finish, it is free again.`}
      </span>
    </div>
  );
}

/** Milliseconds. A buyer who is paying holds a piece for at most three hours (docs/behaviour/checkout.md, 2). */
const longestPayment = 3 * 60 * 60_000;

/** Never reports a change: own holds change only on the payment page, so this page needs no updates. */
const subscribeToNothing = () => () => {};
