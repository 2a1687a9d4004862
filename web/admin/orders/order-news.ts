import { useEffect } from 'react';
import type { OrderNews } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { createStore, useStore } from '../../ui/store.ts';

// One poll for the whole panel while it is visible, because the public event stream contains nothing about orders.

/** Milliseconds between two requests. The interval grows after failures. */
const pollInterval = 5_000;
const maxPollInterval = 60_000;

const news = createStore<OrderNews | null>(null);
/** The `latestArrival` up to which this panel has marked orders as seen. */
let markedUntil = 0;
/** The number of the latest request. Responses can arrive out of order, and one older than the last used response is ignored. */
let latestRequest = 0;
/** The number of the request whose response was used last. */
let usedRequest = 0;

/** The news about orders; null until the first answer. */
export function useOrderNews(): OrderNews | null {
  return useStore(news, null);
}

/** The latest revision in an answer; 0 before the first. Answers to requests from now on contain all changes up to it. */
export const knownRevision = (): number => news.get()?.revision ?? 0;

/** Polls the news while the panel is open and visible. `onDenied` is called when the user is no longer an admin. */
export function useOrderNewsUpdates(onDenied: () => void): void {
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pause = pollInterval;
    const poll = async () => {
      clearTimeout(timer);
      if (document.hidden) return;
      const status = await readNews(leaving.signal);
      if (leaving.signal.aborted) return;
      if (status === 403) return onDenied();
      pause = status === 200 ? pollInterval : Math.min(maxPollInterval, pause * 2);
      clearTimeout(timer);
      timer = setTimeout(() => void poll(), pause);
    };
    const onVisibility = () => void poll();
    const stop = () => {
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('userLoggedOut', stop);
    };
    document.addEventListener('visibilitychange', onVisibility);
    // Stops before the page is left: a 401 for a session that has just ended would open the sign-in dialog.
    window.addEventListener('userLoggedOut', stop);
    void poll();
    return () => {
      stop();
      markedUntil = 0;
      setNews(null);
    };
  }, [onDenied]);
}

/** Marks as seen all orders up to the `latestArrival` of a list. */
export async function markSeen(latestArrival: number): Promise<void> {
  if (latestArrival <= markedUntil) return;
  const answer = await call('markOrdersSeen', { body: { until: latestArrival } });
  if (!answer.success) return;
  markedUntil = Math.max(markedUntil, latestArrival);
  // Answers to earlier polls are ignored: they may have counted these orders as unseen.
  usedRequest = latestRequest;
  setNews({ newOrders: answer.newOrders, revision: answer.revision });
}

async function readNews(signal: AbortSignal): Promise<number> {
  latestRequest += 1;
  const request = latestRequest;
  const answer = await call('getOrderNews', { signal });
  if (!answer.success) return answer.status;
  if (request > usedRequest) {
    usedRequest = request;
    setNews({ newOrders: answer.newOrders, revision: answer.revision });
  }
  return 200;
}

function setNews(next: OrderNews | null): void {
  const shown = news.get();
  if (next?.newOrders !== shown?.newOrders || next?.revision !== shown?.revision) news.set(next);
}
