import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { ListingEvent } from '#contract/catalog.ts';
import { forget, hear, heardSoFar } from './live-state.ts';

// One stream for the whole window. A hidden window gives it back after a while: a browser opens few connections to one
// host, and every tab would hold one.

/** Milliseconds. */
const hiddenLinger = 30_000;
const leftLinger = 5_000;
/** What the page shows counts as older than the stream when it took this long to open. */
const slowOpening = 5_000;
const shortestRetry = 2_000;
const longestRetry = 60_000;

let source: EventSource | undefined;
let readers = 0;
let reload: () => Promise<void> = async () => {};
/** Something may have happened that the stream did not say. */
let hasGap = false;
/** When the page's own data was asked for, on the clock of `performance.now()`. The document's: at its beginning. */
let dataSince = 0;
let retryDelay = shortestRetry;
let closing: ReturnType<typeof setTimeout> | undefined;
let retrying: ReturnType<typeof setTimeout> | undefined;

/** For every page that shows pieces: hears what happens to them while it is open. Begins when the browser has time. */
export function useLiveStream(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let leave: (() => void) | undefined;
    const forgetPlan = whenIdle(() => {
      leave = joinStream(revalidate);
    });
    return () => {
      forgetPlan();
      leave?.();
    };
  }, [revalidate]);
}

/**
 * Listens until the answered function is called. `reloadPage` asks the loaders again: after a gap in the stream, when
 * the page may show what is no longer so.
 */
function joinStream(reloadPage: () => Promise<void>): () => void {
  reload = reloadPage;
  readers += 1;
  clearTimeout(closing);
  if (readers === 1 && !source) begin();
  return () => {
    readers -= 1;
    // The next page of the shop probably joins at once.
    if (readers === 0) closing = setTimeout(end, leftLinger);
  };
}

function begin(): void {
  document.addEventListener('visibilitychange', followVisibility);
  window.addEventListener('pagehide', closeForNow);
  window.addEventListener('pageshow', open);
  open();
}

function end(): void {
  document.removeEventListener('visibilitychange', followVisibility);
  window.removeEventListener('pagehide', closeForNow);
  window.removeEventListener('pageshow', open);
  close();
  forget(heardSoFar());
  hasGap = false;
  dataSince = Number.POSITIVE_INFINITY;
}

function open(): void {
  if (source || document.hidden) return;
  // The page that joins after an end was loaded just now.
  dataSince = Math.min(dataSince, performance.now());
  source = new EventSource('/api/events');
  source.onopen = () => {
    retryDelay = shortestRetry;
    if (hasGap || performance.now() - dataSince > slowOpening) void catchUp();
  };
  source.onmessage = ({ data }) => {
    const event: unknown = JSON.parse(data);
    if (isListingEvent(event)) hear(event);
  };
  source.onerror = () => {
    hasGap = true;
    if (source?.readyState === EventSource.CLOSED) retryLater();
  };
}

/** What was heard before the gap stays until the loaders have answered, so that nothing flickers back. */
async function catchUp(): Promise<void> {
  const older = heardSoFar();
  hasGap = false;
  dataSince = performance.now();
  await reload();
  forget(older);
}

/** The browser tries again by itself, except after an answer that was no stream (the shop is busy or restarting). */
function retryLater(): void {
  close();
  retrying = setTimeout(open, retryDelay * (0.5 + Math.random() / 2));
  retryDelay = Math.min(longestRetry, retryDelay * 2);
}

function followVisibility(): void {
  clearTimeout(closing);
  if (document.hidden) closing = setTimeout(closeForNow, hiddenLinger);
  else open();
}

function closeForNow(): void {
  if (source) hasGap = true;
  close();
}

function close(): void {
  clearTimeout(closing);
  clearTimeout(retrying);
  source?.close();
  source = undefined;
}

const states: readonly ListingEvent['state'][] = ['available', 'reserved', 'sold', 'discontinued', 'deleted'];

/** contract/catalog.ts `listingEvent`, by hand: its schema would bring all of zod to a page that needs nothing else of it. */
function isListingEvent(event: unknown): event is ListingEvent {
  if (typeof event !== 'object' || event === null || !('listingId' in event) || !('state' in event)) return false;
  const isTimed = !('until' in event) || typeof event.until === 'string';
  return typeof event.listingId === 'string' && states.some((state) => state === event.state) && isTimed;
}

/** Milliseconds after which a browser without requestIdleCallback counts as idle. */
const idleGuess = 1_000;

function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(act, { timeout: 4 * idleGuess });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, idleGuess);
  return () => clearTimeout(timer);
}
