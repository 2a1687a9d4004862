import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ListedWaiting } from '#contract/waiting-list.ts';
import { call } from '../api.ts';
import { useTimes } from '../shell/use-times.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';

/** The number of pieces that one account can wait for (`waitedFor` in contract/limits.ts), so one page has them all. */
const pageSize = 50;

/** The pieces that the account waits for, each with its place and a button that leaves the list. Renders nothing if there are none. */
export function WaitedFor() {
  const [waiting, setWaiting] = useState<readonly ListedWaiting[]>([]);
  const [leftListing, setLeftListing] = useState<{ name: string } | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void call('listWaiting', { query: { page: 1, pageSize }, quiet: true }).then((answer) => {
      if (answer.success) setWaiting(answer.waiting);
    });
  }, []);
  // The pressed Leave button had the focus and is removed with its piece.
  useEffect(() => {
    if (leftListing !== null) title.current?.focus();
  }, [leftListing]);
  if (waiting.length === 0 && leftListing === null) return null;
  const name = leftListing?.name ?? '';
  return (
    <section className="mt-9 grid gap-3" aria-labelledby="waited-for">
      <h2 id="waited-for" className="heading-dialog outline-none" ref={title} tabIndex={-1}>
        <Trans>Waiting lists</Trans>
      </h2>
      {leftListing !== null && (
        <p role="status">
          <Trans>You have left the waiting list for {name}.</Trans>
        </p>
      )}
      <ul>
        {waiting.map((one) => (
          <WaitedListing
            key={one.listing.id}
            waiting={one}
            onLeft={() => {
              setWaiting((all) => all.filter((other) => other !== one));
              setLeftListing({ name: one.listing.name });
            }}
          />
        ))}
      </ul>
    </section>
  );
}

function WaitedListing({ waiting, onLeft }: { waiting: ListedWaiting; onLeft: () => void }) {
  const { listing, place, until } = waiting;
  const { name } = listing;
  const { end } = useTimes();
  const time = until && end(until);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('leaveWaitingList', { params: { id: listing.id } });
    if (!answer.success) return answer;
    onLeft();
    return undefined;
  });
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line py-3">
      <span className="min-w-0">
        <Link to={`/product/${listing.id}`}>{listing.name}</Link>
        <small className="muted block">
          {time ? t`Reserved for you until ${time}` : t`Number ${place} on the waiting list`}
        </small>
        {failure && <FailureNote>{failure.message}</FailureNote>}
      </span>
      <Button variant="text" busy={isBusy} onClick={submit} aria-label={t`Leave the waiting list for ${name}`}>
        <Trans>Leave</Trans>
      </Button>
    </li>
  );
}
