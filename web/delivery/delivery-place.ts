// The place for which the visitor wants to know delivery prices, in local storage.
import { homeCountry } from '#contract/country-names.ts';
import type { DeliveryPlace } from '#contract/delivery-place.ts';
import type { DeliveryFacts } from '#contract/shop.ts';
import { createStore, useStore } from '../ui/store.ts';

const storageKey = 'deliveryPlace';
const nowhere: DeliveryPlace = { country: homeCountry, state: '', postcode: '' };
const place = createStore(nowhere);
let isRead = false;

/** The place that was chosen last; Australia as a whole before the first choice. */
export function usePlace(): DeliveryPlace {
  if (!isRead) read();
  return useStore(place, nowhere);
}

/** The place that was chosen last, for code outside of components. */
export function chosenPlace(): DeliveryPlace {
  if (!isRead) read();
  return place.get();
}

export function setPlace(next: DeliveryPlace): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage is disabled: the place lasts until the page is closed.
  }
  place.set(next);
}

/** Whether the place says all that prices depend on. State and postcode are needed only for Australia. */
export function isPlaceComplete({ country, state, postcode }: DeliveryPlace, facts: DeliveryFacts): boolean {
  if (country !== homeCountry) return true;
  return (!facts.byState || state !== '') && (!facts.byPostcode || /^\d{4}$/.test(postcode.trim()));
}

function read(): void {
  isRead = true;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    place.set({
      country: text(stored, 'country') || homeCountry,
      state: text(stored, 'state'),
      postcode: text(stored, 'postcode'),
    });
  } catch {
    // Storage is disabled, or has something else.
  }
}

function text(stored: unknown, name: keyof DeliveryPlace): string {
  const value: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined;
  return typeof value === 'string' ? value.slice(0, 40) : '';
}
