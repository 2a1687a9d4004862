import { useEffect, useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import { type Answer, call } from '../../api.ts';
import { completeOrderDetails } from './complete-order.ts';
import { knownRevision, useOrderNews } from './order-news.ts';

export interface LoadedOrder {
  details: Answer<'getOrderAsAdmin'>;
  /** The attempts to pay for the order and its disputes, as the processor reports them. */
  money: Answer<'getOrderMoney'>;
  /** `details` and `money` include all changes up to this revision. */
  revision: number;
}

export async function requestOrder(id: string, signal?: AbortSignal): Promise<LoadedOrder> {
  const request = { params: { id }, ...(signal && { signal }) };
  const revision = knownRevision();
  const [details, money] = await Promise.all([call('getOrderAsAdmin', request), call('getOrderMoney', request)]);
  return { details, money, revision };
}

/** The loaded order, loaded again when the revision says that an order has changed. If that fails, the last one stays. */
export function useLiveOrder(loaded: LoadedOrder): LoadedOrder {
  const revision = useOrderNews()?.revision ?? 0;
  const [fresh, setFresh] = useState<{ of: LoadedOrder; order: LoadedOrder } | null>(null);
  const latest = fresh?.of === loaded ? fresh.order : loaded;
  useEffect(() => {
    if (revision <= latest.revision || !loaded.details.success) return;
    const leaving = new AbortController();
    void requestOrder(loaded.details.order.id, leaving.signal).then((order) => {
      if (leaving.signal.aborted || !order.details.success || !order.money.success) return;
      setFresh({ of: loaded, order });
    });
    return () => leaving.abort();
  }, [revision, latest, loaded]);
  return latest;
}

export const orderOf = ({ details }: LoadedOrder): OrderDetails | null =>
  details.success ? completeOrderDetails(details.order) : null;
