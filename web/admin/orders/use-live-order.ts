import { useEffect, useRef, useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import { type Answer, call } from '../../api.ts';
import { completeOrderDetails } from './complete-order.ts';
import { useOrderNews } from './order-news.ts';

export interface LoadedOrder {
  details: Answer<'getOrderAsAdmin'>;
  /** What the processor says. */
  money: Answer<'getOrderMoney'>;
}

export async function requestOrder(id: string, signal?: AbortSignal): Promise<LoadedOrder> {
  const request = { params: { id }, ...(signal && { signal }) };
  const [details, money] = await Promise.all([call('getOrderAsAdmin', request), call('getOrderMoney', request)]);
  return { details, money };
}

/** The loaded order, read again when the shop says that an order has changed. Without a connection the last one stays. */
export function useLiveOrder(loaded: LoadedOrder): LoadedOrder {
  const revision = useOrderNews()?.revision;
  const known = useRef(revision);
  const [fresh, setFresh] = useState<{ of: LoadedOrder; order: LoadedOrder } | null>(null);
  useEffect(() => {
    const isFirst = known.current === undefined;
    const isChanged = known.current !== revision;
    known.current = revision;
    if (isFirst || !isChanged || revision === undefined || !loaded.details.success) return;
    const leaving = new AbortController();
    void requestOrder(loaded.details.order.id, leaving.signal).then((order) => {
      if (leaving.signal.aborted || !order.details.success || !order.money.success) return;
      setFresh({ of: loaded, order });
    });
    return () => leaving.abort();
  }, [revision, loaded]);
  return fresh?.of === loaded ? fresh.order : loaded;
}

export const orderOf = ({ details }: LoadedOrder): OrderDetails | null =>
  details.success ? completeOrderDetails(details.order) : null;
