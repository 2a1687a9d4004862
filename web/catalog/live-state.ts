import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Listing, ListingEvent } from '#contract/catalog.ts';
import { serverNow } from '../api.ts';

/** What can be done with a piece right now. */
export interface PieceState {
  state: 'available' | 'reserved' | 'sold' | 'discontinued';
  /** ISO 8601: when a reservation ends by itself. */
  until: string | null;
  /** It became so while the page was open. */
  isNews: boolean;
}

/** What the server said since the page was loaded, by listing id. Newer than whatever the loaders answered. */
const heard = new Map<string, ListingEvent>();
const listeners = new Set<() => void>();
const eventListeners = new Set<(event: ListingEvent) => void>();

/** The state of a piece: the loader's, overlaid by what was heard since, until a reservation runs out. */
export function usePieceState(piece: Pick<Listing, 'id' | 'status' | 'reserved' | 'reservedUntil'>): PieceState {
  const event = useSyncExternalStore(subscribe, () => heard.get(piece.id), nothingHeard);
  const said = event ? stateOfEvent(event) : stateOfListing(piece);
  const isOver = useHasPassed(said.until);
  return isOver ? { state: 'available', until: null, isNews: true } : said;
}

export function hear(event: ListingEvent): void {
  heard.set(event.listingId, event);
  tellListeners();
  for (const notify of eventListeners) notify(event);
}

/** Every event from now on, for a page that asked the server itself before. Answers how to stop. */
export function listenToPieces(notify: (event: ListingEvent) => void): () => void {
  eventListeners.add(notify);
  return () => eventListeners.delete(notify);
}

export function heardSoFar(): ListingEvent[] {
  return [...heard.values()];
}

/** The loaders know it by now. Events that came after one of these stay. */
export function forget(events: readonly ListingEvent[]): void {
  for (const event of events) if (heard.get(event.listingId) === event) heard.delete(event.listingId);
  tellListeners();
}

function tellListeners(): void {
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

const nothingHeard = () => undefined;

function stateOfEvent({ state, until }: ListingEvent): PieceState {
  return {
    state: state === 'deleted' ? 'discontinued' : state,
    until: (state === 'reserved' && until) || null,
    isNews: true,
  };
}

function stateOfListing({
  status,
  reserved,
  reservedUntil,
}: Pick<Listing, 'status' | 'reserved' | 'reservedUntil'>): PieceState {
  if (status === 'available' && reserved) return { state: 'reserved', until: reservedUntil, isNews: false };
  return { state: status, until: null, isNews: false };
}

/** Nobody says when a reservation runs out: the page knows the time itself. */
function useHasPassed(moment: string | null): boolean {
  const [passed, setPassed] = useState<string | null>(null);
  useEffect(() => {
    if (moment === null) return;
    const timer = setTimeout(() => setPassed(moment), Math.max(0, Date.parse(moment) - serverNow()));
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== null && passed === moment;
}
