import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { ListingEvent } from '#contract/catalog.ts';
import { applyEvent, discardEvents, pendingEvents } from './live-state.ts';

// One event stream per tab, closed once the tab has been hidden for 30 seconds: browsers limit the connections to one host,
// and each tab uses one.

/** Milliseconds after which the stream of a hidden tab is closed. */
const closeAfterHidden = 30_000;
/** Milliseconds after which the stream is closed when no page is subscribed. */
const closeAfterLeaving = 5_000;
/** Milliseconds. If the stream opens later than this after the page's data was requested, the data may be outdated. */
const slowOpening = 5_000;
/** Milliseconds; the first pause before the stream is opened again after an error response, and the longest one. */
const shortestRetry = 2_000;
const longestRetry = 60_000;

let source: EventSource | undefined;
let subscribers = 0;
let reload: () => Promise<void> = async () => {};
/** Whether events may have been missed. */
let hasGap = false;
/** When the page's data was requested, on the clock of `performance.now()`; 0, the start of the document, for the first page. */
let dataRequestedAt = 0;
let retryDelay = shortestRetry;
/** The timer that closes the stream of a hidden tab. */
let closing: ReturnType<typeof setTimeout> | undefined;
/** The timer that closes the stream when no page is subscribed. */
let leaving: ReturnType<typeof setTimeout> | undefined;
/** The timer that opens the stream again after an error response. */
let retrying: ReturnType<typeof setTimeout> | undefined;

/** Receives live listing events while the page is mounted. Opens the stream when the browser is idle. */
export function useLiveStream(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let unsubscribe: (() => void) | undefined;
    const cancel = whenIdle(() => {
      unsubscribe = subscribe(revalidate);
    });
    return () => {
      cancel();
      unsubscribe?.();
    };
  }, [revalidate]);
}

/**
 * Keeps the stream open until the returned function is called. `reloadPage` runs the loaders again after a gap in the
 * stream, when the page may be outdated.
 */
function subscribe(reloadPage: () => Promise<void>): () => void {
  reload = reloadPage;
  subscribers += 1;
  clearTimeout(leaving);
  if (subscribers === 1 && !source) start();
  return () => {
    subscribers -= 1;
    // The next page probably subscribes at once.
    if (subscribers === 0) leaving = setTimeout(stop, closeAfterLeaving);
  };
}

function start(): void {
  document.addEventListener('visibilitychange', followVisibility);
  window.addEventListener('pagehide', closeTemporarily);
  window.addEventListener('pageshow', open);
  open();
}

function stop(): void {
  document.removeEventListener('visibilitychange', followVisibility);
  window.removeEventListener('pagehide', closeTemporarily);
  window.removeEventListener('pageshow', open);
  close();
  discardEvents(pendingEvents());
  hasGap = false;
  dataRequestedAt = Number.POSITIVE_INFINITY;
}

function open(): void {
  if (source || document.hidden) return;
  // `stop` sets it to infinity, because the data of the next page has just been loaded.
  dataRequestedAt = Math.min(dataRequestedAt, performance.now());
  source = new EventSource('/api/events');
  source.onopen = () => {
    retryDelay = shortestRetry;
    if (hasGap || performance.now() - dataRequestedAt > slowOpening) void catchUp();
  };
  source.onmessage = ({ data }) => {
    const event: unknown = JSON.parse(data);
    if (isListingEvent(event)) applyEvent(event);
  };
  source.onerror = () => {
    hasGap = true;
    if (source?.readyState === EventSource.CLOSED) retryLater();
  };
}

/** Runs the loaders again. Keeps earlier events until they have finished, so that no listing shows an older state in between. */
async function catchUp(): Promise<void> {
  const older = pendingEvents();
  hasGap = false;
  dataRequestedAt = performance.now();
  await reload();
  discardEvents(older);
}

/** Opens the stream again after a pause. Without an error response (the shop is overloaded or restarting) the browser does so by itself. */
function retryLater(): void {
  close();
  retrying = setTimeout(open, retryDelay * (0.5 + Math.random() / 2));
  retryDelay = Math.min(longestRetry, retryDelay * 2);
}

function followVisibility(): void {
  clearTimeout(closing);
  if (document.hidden) closing = setTimeout(closeTemporarily, closeAfterHidden);
  else open();
}

function closeTemporarily(): void {
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

/** Checks `listingEvent` of contract/catalog.ts without its schema, because importing it would add zod to the page. */
function isListingEvent(event: unknown): event is ListingEvent {
  if (typeof event !== 'object' || event === null || !('listingId' in event) || !('state' in event)) return false;
  const isTimed = !('until' in event) || typeof event.until === 'string';
  return typeof event.listingId === 'string' && states.some((state) => state === event.state) && isTimed;
}

/** Milliseconds after which a browser without requestIdleCallback is assumed to be idle. */
const assumedIdleAfter = 1_000;

function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: 4 * assumedIdleAfter });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, assumedIdleAfter);
  return () => clearTimeout(timer);
}
