import { useSyncExternalStore } from 'react';
import type { Listing, ListingEvent } from '#contract/catalog.ts';
import { createStore } from '../ui/store.ts';
import { useHasPassed } from '../use-has-passed.ts';

/** The current state of a listing, as shown on a page. */
export interface LiveState {
  state: 'available' | 'reserved' | 'sold' | 'discontinued';
  /** When the hold or reservation ends, in ISO 8601; null without one, or if the end is not known. */
  until: string | null;
  /** Whether the state changed while the page was open. */
  isLiveChange: boolean;
}

/** The last event of each listing by its id, if the data of the loaders may be older than the event. */
const events = createStore<ReadonlyMap<string, ListingEvent>>(new Map());
const eventListeners = new Set<(event: ListingEvent) => void>();

/** The state from the loader, replaced by that of a newer event. An expired reservation counts as available. */
export function useLiveState(listing: Pick<Listing, 'id' | 'status' | 'reserved' | 'reservedUntil'>): LiveState {
  const event = useSyncExternalStore(events.subscribe, () => events.get().get(listing.id), noEvent);
  const state = event ? stateOfEvent(event) : stateOfListing(listing);
  const isExpired = useHasPassed(state.until);
  return isExpired ? { state: 'available', until: null, isLiveChange: true } : state;
}

export function applyEvent(event: ListingEvent): void {
  events.set(new Map(events.get()).set(event.listingId, event));
  for (const notify of eventListeners) notify(event);
}

/** Calls `notify` for every event from now on. Returns an unsubscribe function. */
export function subscribeToListingEvents(notify: (event: ListingEvent) => void): () => void {
  eventListeners.add(notify);
  return () => eventListeners.delete(notify);
}

/** The events that the data of the loaders may not contain yet. */
export function pendingEvents(): ListingEvent[] {
  return [...events.get().values()];
}

/** Removes events that the loaders' data contains now. Newer events of the same listings are kept. */
export function discardEvents(outdated: readonly ListingEvent[]): void {
  const kept = [...events.get()].filter(([, event]) => !outdated.includes(event));
  events.set(new Map(kept));
}

const noEvent = () => undefined;

function stateOfEvent({ state, until }: ListingEvent): LiveState {
  return {
    state: state === 'deleted' ? 'discontinued' : state,
    until: (state === 'reserved' && until) || null,
    isLiveChange: true,
  };
}

function stateOfListing({
  status,
  reserved,
  reservedUntil,
}: Pick<Listing, 'status' | 'reserved' | 'reservedUntil'>): LiveState {
  if (status === 'available' && reserved) return { state: 'reserved', until: reservedUntil, isLiveChange: false };
  return { state: status, until: null, isLiveChange: false };
}
