import { plural } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { focusMain } from '../focus-main.ts';
import { addressOf } from '../sections.ts';
import { markSeen, useOrderNews } from './order-news.ts';

/** The server counts at most this many new orders. */
const highestCount = 100;

export function formatCount(count: number): string {
  return count >= highestCount ? `${highestCount - 1}+` : String(count);
}

/** Announces new orders to screen readers in every section. */
export function NewOrdersAnnouncement() {
  const count = useOrderNews()?.newOrders;
  const [known, setKnown] = useState(count);
  const [announcement, setAnnouncement] = useState('');
  if (count !== known) {
    setKnown(count);
    if (known !== undefined && count !== undefined) setAnnouncement(count > known ? newOrdersText(count) : '');
  }
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}

interface NewOrdersOfferProps {
  /** The list as it was loaded. */
  list: { latestArrival: number };
  /** Whether the list begins with the newest orders. */
  isNewestFirst: boolean;
}

/**
 * The button that loads the orders that arrived after the list was loaded. If the list begins with the newest orders, all orders up to
 * its `latestArrival` are marked as seen.
 */
export function NewOrdersOffer({ list, isNewestFirst }: NewOrdersOfferProps) {
  const count = useOrderNews()?.newOrders ?? 0;
  const navigate = useNavigate();
  const { state, revalidate } = useRevalidator();
  const [marked, setMarked] = useState<object | null>(null);
  useEffect(() => {
    if (!isNewestFirst) return;
    let isCurrent = true;
    void markSeen(list.latestArrival).then(() => {
      if (isCurrent) setMarked(list);
    });
    return () => {
      isCurrent = false;
    };
  }, [list, isNewestFirst]);

  async function show() {
    await (isNewestFirst ? revalidate() : navigate(addressOf('orders')));
    document.querySelector('main')?.scrollIntoView();
    focusMain();
  }

  if (count === 0 || (isNewestFirst && marked !== list)) return null;
  const shown = formatCount(count);
  return (
    <div className="offer">
      <Button small busy={state === 'loading'} onClick={() => void show()}>
        <Icon name="receipt" small />
        {plural(count, { one: `Show ${shown} new order`, other: `Show ${shown} new orders` })}
      </Button>
    </div>
  );
}

function newOrdersText(count: number): string {
  const shown = formatCount(count);
  return plural(count, { one: `${shown} new order`, other: `${shown} new orders` });
}
