import { useEffect, useEffectEvent, useState } from 'react';
import type { DeliveryOption } from '#contract/delivery.ts';
import type { DeliveryPlace } from '#contract/delivery-place.ts';
import { call } from '../api.ts';

export interface Quote {
  options: readonly DeliveryOption[];
  /** Whether the buyer has to ask the shop, because its rates give no price. */
  ask: boolean;
  /** Why the prices could not be read; null if they were. */
  message: string | null;
}

interface QuoteRequest {
  listingIds: readonly string[];
  /** Null: no quote is requested. */
  place: DeliveryPlace | null;
  /** A changed number requests the quote again. */
  attempt?: number;
  /** Called with each new quote; null without a place. */
  onQuote?: (quote: Quote | null) => void;
}

/** Milliseconds from the last change, such as a typed character, to the request. */
const pause = 300;

/** What the delivery of these listings costs. The last answer stays until the next one arrives; null without a place. */
export function useQuote({ listingIds, place, attempt = 0, onQuote }: QuoteRequest): Quote | null {
  const [quote, setQuote] = useState<Quote | null>(null);
  const ids = listingIds.join(' ');
  const { country, state, postcode } = place ?? { country: '', state: '', postcode: '' };
  const show = useEffectEvent((next: Quote | null) => {
    setQuote(next);
    onQuote?.(next);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed `attempt` requests the quote again.
  useEffect(() => {
    if (country === '' || ids === '') return show(null);
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const body = { listingIds: ids.split(' '), address: { country, state, postcode } };
      const answer = await call('quoteDelivery', { body, quiet: true, signal: leaving.signal });
      if (leaving.signal.aborted) return;
      show(answer.success ? { ...answer, message: null } : { options: [], ask: false, message: answer.message });
    }, pause);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [country, state, postcode, ids, attempt]);
  return quote;
}
