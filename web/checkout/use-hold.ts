import { useEffect, useState } from 'react';
import type { UnavailableListing } from '#contract/checkout.ts';
import { call, serverNow } from '../api.ts';
import { rememberOwnHold } from '../cart/own-holds.ts';
import { subscribeToListingEvents } from '../catalog/live-state.ts';
import { useLiveStream } from '../catalog/live-stream.ts';
import { longestDelay } from '../use-has-passed.ts';
import { applyEventToHold, firstHoldEnd, updateUnavailable } from './unavailable.ts';

export type Hold =
  | { phase: 'requesting' }
  /** `until` in epoch milliseconds by the server's clock. `isLongest`: the hold cannot be extended any more. */
  | { phase: 'held' | 'expiring' | 'expired'; until: number; isLongest: boolean }
  /** The list has only editions, which are never held. */
  | { phase: 'not-needed' }
  | { phase: 'unavailable'; listings: readonly UnavailableListing[] }
  /** `message`: the shop's reason if it refused (409 or 429); null for any other failure. */
  | { phase: 'failed'; message: string | null };

/** Milliseconds between the end of another buyer's hold and the next request; also the shortest time before a request of the timer. */
const retryDelay = 2_000;

/** Milliseconds before the end of a hold when the page offers to renew it. */
const endingNotice = 2 * 60_000;

/**
 * Holds the listings for this buyer while the form is filled in, all or nothing, and again when the list changes
 * (docs/behaviour/checkout.md, 1). `request` renews the hold; `setUnavailable` shows listings that the checkout refused.
 */
export function useHold(listingIds: readonly string[]) {
  const [hold, setHold] = useState<Hold>({ phase: 'requesting' });
  const [requests, setRequests] = useState(0);
  const idList = listingIds.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request when `requests` changes.
  useEffect(() => {
    if (idList === '') return;
    let isOutdated = false;
    void requestHold(idList.split(' ')).then((answer) => {
      if (!isOutdated) setHold((before) => markLongest(before, answer));
    });
    return () => {
      isOutdated = true;
    };
  }, [idList, requests]);

  useEffect(() => {
    if (hold.phase !== 'held' && hold.phase !== 'expiring') return;
    const next = hold.phase === 'held' ? 'expiring' : 'expired';
    const moment = next === 'expiring' ? hold.until - endingNotice : hold.until;
    const timer = setTimeout(() => setHold({ ...hold, phase: next }), Math.max(0, moment - serverNow()));
    return () => clearTimeout(timer);
  }, [hold]);

  useLiveStream();
  // Unavailable listings may be sold or become available again; the page then updates by itself.
  useEffect(() => {
    if (hold.phase !== 'unavailable') return;
    const retry = () => setRequests((count) => count + 1);
    const unsubscribe = subscribeToListingEvents((event) => {
      if (updateUnavailable(hold.listings, event) === 'retry') retry();
      else setHold((current) => applyEventToHold(current, event));
    });
    const end = firstHoldEnd(hold.listings);
    const delay = end === null ? longestDelay : Math.max(retryDelay, end - serverNow() + retryDelay);
    const timer = setTimeout(retry, Math.min(delay, longestDelay));
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [hold]);

  return {
    hold,
    request: () => {
      if (hold.phase === 'unavailable' || hold.phase === 'failed') setHold({ phase: 'requesting' });
      setRequests(requests + 1);
    },
    setUnavailable: (listings: UnavailableListing[]) => setHold({ phase: 'unavailable', listings }),
  };
}

async function requestHold(listingIds: string[]): Promise<Hold> {
  const answer = await call('holdPieces', { body: { listingIds } });
  if (answer.success) {
    if (answer.held.length === 0) return { phase: 'not-needed' };
    const until = Date.parse(answer.expiresAt);
    rememberOwnHold(answer.held, until);
    return { phase: 'held', until, isLongest: false };
  }
  if (answer.unavailable?.length) return { phase: 'unavailable', listings: answer.unavailable };
  return { phase: 'failed', message: answer.status === 409 || answer.status === 429 ? answer.message : null };
}

/** The hold in the answer, marked as the longest if it was renewed and does not end later than before. */
function markLongest(before: Hold, answer: Hold): Hold {
  if (answer.phase !== 'held' || !('until' in before) || before.phase === 'expired') return answer;
  return answer.until <= before.until ? { ...answer, isLongest: true } : answer;
}
