import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { useOrderNews } from './order-news.ts';

interface OrderList {
  rows: readonly Order[];
  /** Changes up to this revision are certain to be in the rows. */
  revision: number;
}

/**
 * The loaded rows, each with its current data, without changing which rows there are or their positions. Orders that
 * arrive or disappear do not move rows that the admin is reading. `requestRows` returns the rows of the URL, or null if they
 * cannot be loaded; its identity must not change.
 */
export function useLiveRows(
  loaded: OrderList,
  requestRows: (search: URLSearchParams, signal: AbortSignal) => Promise<readonly Order[] | null>,
): Order[] {
  const [search] = useSearchParams();
  const revision = useOrderNews()?.revision ?? 0;
  const [fresh, setFresh] = useState<(OrderList & { of: OrderList }) | null>(null);
  const latest = fresh?.of === loaded ? fresh : loaded;
  const isStale = revision > latest.revision;
  useEffect(() => {
    if (!isStale) return;
    const leaving = new AbortController();
    void requestRows(search, leaving.signal).then((rows) => {
      if (!leaving.signal.aborted && rows !== null) setFresh({ of: loaded, rows, revision });
    });
    return () => leaving.abort();
  }, [isStale, revision, search, loaded, requestRows]);
  const latestById = new Map(latest.rows.map((order) => [order.id, order]));
  return loaded.rows.map((order) => latestById.get(order.id) ?? order);
}
