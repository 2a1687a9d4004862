import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { Waiting as Place } from '#contract/waiting-list.ts';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { call } from '../api.ts';
import { ReservedForYou } from '../checkout/reserved-for-you.tsx';
import { useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { hoursInWords } from './hours-in-words.ts';

export interface WaitingProps {
  listing: Listing;
  state: string;
  /** The number of hours for which the piece is kept for the first person; the turns of others are shorter. */
  hours: number;
  /** The usual way to buy the piece. */
  children: ReactNode;
}

/** The visitor's place on the waiting list, or a button that joins it. In their own turn the piece can be bought here. */
export default function Waiting({ listing, state, hours, children }: WaitingProps) {
  const { place, change, status, join, isBusy, failure } = useWaiting(listing.id);
  const duration = hoursInWords(hours);
  const leave = async () => {
    const answer = await call('leaveWaitingList', { params: { id: listing.id } });
    if (!answer.success) return answer;
    change(null);
    return undefined;
  };
  // An admin may have sold the piece to somebody else during the visitor's turn.
  if (place?.until && state !== 'sold')
    return (
      <ReservedForYou
        pieces={[listing]}
        until={place.until}
        consequence={t`The next person who waits gets it then, or everybody can buy it.`}
        take={async () => ({ pieces: [listing] })}
        letGo={leave}
      />
    );
  return (
    <>
      {children}
      <div ref={status} tabIndex={-1} className="grid justify-items-start gap-1.5 outline-none">
        {place ? (
          <OnTheList place={place.place} hours={hours} leave={leave} />
        ) : (
          <>
            {failure?.message && <FailureNote>{failure.message}</FailureNote>}
            <Button variant="line" busy={isBusy} onClick={join}>
              <Trans>Join the waiting list</Trans>
            </Button>
            <p className="small muted">
              <Trans>
                If the piece comes back, it is kept for the first on the list for {duration}, then for the next.
              </Trans>
            </p>
          </>
        )}
      </div>
    </>
  );
}

interface OnTheListProps {
  place: number;
  hours: number;
  leave: () => Promise<{ message: string } | undefined>;
}

function OnTheList({ place, hours, leave }: OnTheListProps) {
  const { isBusy, failure, submit } = useSubmission(leave);
  const duration = hoursInWords(hours);
  return (
    <>
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <Note tone="info">
        {place === 1 ? t`You are the first on the waiting list.` : t`You are number ${place} on the waiting list.`}{' '}
        <Trans>When it is your turn, we send you an email and keep the piece for you for {duration} at most.</Trans>{' '}
        <Button variant="text" busy={isBusy} onClick={submit}>
          <Trans>Leave the list</Trans>
        </Button>
      </Note>
    </>
  );
}

/**
 * The visitor's place on the waiting list of a piece, and `join`, for which guests sign in first. After joining or leaving, `status`
 * receives the focus, because the button is removed.
 */
function useWaiting(id: string) {
  const session = useSession();
  const [place, setPlace] = useState<Place | null>(null);
  const [changes, setChanges] = useState(0);
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (changes > 0) status.current?.focus();
  }, [changes]);
  const change = (changed: Place | null) => {
    setPlace(changed);
    setChanges((count) => count + 1);
  };
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('joinWaitingList', { params: { id } });
    if (!answer.success) return answer;
    change(answer.waiting);
    return undefined;
  });
  const email = session?.email;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each account.
  useEffect(() => {
    setPlace(null);
    if (email === undefined) return;
    const request = new AbortController();
    void call('getWaiting', { params: { id }, quiet: true, signal: request.signal }).then((answer) => {
      // After a sign-in the visitor may have joined meanwhile.
      if (!request.signal.aborted && answer.success) setPlace((current) => current ?? answer.waiting);
    });
    return () => request.abort();
  }, [email]);
  const join = () => (session ? submit() : openSignIn({ onSignedIn: submit }));
  return { place, change, status, join, isBusy, failure };
}
