import { useEffect, useState } from 'react';
import type { UnavailablePiece } from '#contract/checkout.ts';
import { call, serverNow } from '../api.ts';
import { rememberOwnHold } from '../cart/own-holds.ts';
import { listenToPieces } from '../catalog/live-state.ts';
import { useLiveStream } from '../catalog/live-stream.ts';
import { firstEndOf, holdAfter, lostAfter } from './lost-now.ts';

export type Hold =
  | { phase: 'asking' }
  /** `until` in epoch milliseconds by the server's clock. */
  | { phase: 'held' | 'ending' | 'over'; until: number; isLongest: boolean }
  /** Editions only: there is enough for everybody. */
  | { phase: 'unneeded' }
  | { phase: 'lost'; pieces: readonly UnavailablePiece[] }
  | { phase: 'failed' };

/** Milliseconds after its end at which somebody else's hold is asked about, and the least between two such questions. */
const afterTheirs = 2_000;

/** Milliseconds before its end at which a hold can be kept on. */
const endingNotice = 2 * 60_000;

/**
 * Holds the pieces for this buyer while the form is filled in (CONTRACT.md, POST /holds): all or nothing, anew when the
 * list changes. `ask` renews it; `lose` is for what the checkout found out.
 */
export function useHold(listingIds: readonly string[]) {
  const [hold, setHold] = useState<Hold>({ phase: 'asking' });
  const [asked, setAsked] = useState(0);
  const wanted = listingIds.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` asks again.
  useEffect(() => {
    if (wanted === '') return;
    let isOld = false;
    void requestHold(wanted.split(' ')).then((answer) => {
      if (!isOld) setHold((before) => notLongerThan(before, answer));
    });
    return () => {
      isOld = true;
    };
  }, [wanted, asked]);

  useEffect(() => {
    if (hold.phase !== 'held' && hold.phase !== 'ending') return;
    const next = hold.phase === 'held' ? 'ending' : 'over';
    const moment = next === 'ending' ? hold.until - endingNotice : hold.until;
    const timer = setTimeout(() => setHold({ ...hold, phase: next }), Math.max(0, moment - serverNow()));
    return () => clearTimeout(timer);
  }, [hold]);

  useLiveStream();
  // What was lost may be lost for good, or free again: both come without a click.
  useEffect(() => {
    if (hold.phase !== 'lost') return;
    const askAnew = () => setAsked((times) => times + 1);
    const stop = listenToPieces((event) => {
      if (lostAfter(hold.pieces, event) === 'ask') askAnew();
      else setHold((now) => holdAfter(now, event));
    });
    const end = firstEndOf(hold.pieces);
    const timer =
      end === null ? undefined : setTimeout(askAnew, Math.max(afterTheirs, end - serverNow() + afterTheirs));
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [hold]);

  return {
    hold,
    ask: () => {
      if (hold.phase === 'lost' || hold.phase === 'failed') setHold({ phase: 'asking' });
      setAsked(asked + 1);
    },
    lose: (pieces: UnavailablePiece[]) => setHold({ phase: 'lost', pieces }),
  };
}

async function requestHold(listingIds: string[]): Promise<Hold> {
  const answer = await call('holdPieces', { body: { listingIds } });
  if (answer.success) {
    if (answer.held.length === 0) return { phase: 'unneeded' };
    const until = Date.parse(answer.expiresAt);
    rememberOwnHold(answer.held, until);
    return { phase: 'held', until, isLongest: false };
  }
  return answer.unavailable?.length ? { phase: 'lost', pieces: answer.unavailable } : { phase: 'failed' };
}

/** A hold that was renewed and ends no later has reached the longest there is. */
function notLongerThan(before: Hold, answer: Hold): Hold {
  if (answer.phase !== 'held' || !('until' in before) || before.phase === 'over') return answer;
  return answer.until <= before.until ? { ...answer, isLongest: true } : answer;
}
