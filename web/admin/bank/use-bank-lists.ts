import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { BankRow, TransferOrder } from '#contract/bank.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { leftToPay } from '../orders/order-money.ts';

interface Loaded {
  rows: readonly BankRow[];
  orders: readonly TransferOrder[];
}

interface Changes {
  of: Loaded;
  rows: Readonly<Record<string, BankRow>>;
  orders: Readonly<Record<string, OrderDetails>>;
  outcomes: Readonly<Record<string, string>>;
}

const isUnpaid = ({ status }: OrderDetails) => status === 'pending' || status === 'cancelled';

const unchanged = (of: Loaded): Changes => ({ of, rows: {}, orders: {}, outcomes: {} });

/**
 * The loaded rows and orders with what was done to them since. A row that is done stays where it is with its outcome, until the
 * lists are loaded again.
 */
export function useBankLists(loaded: Loaded) {
  const [changes, setChanges] = useState(() => unchanged(loaded));
  if (changes.of !== loaded) setChanges(unchanged(loaded));

  const current = (order: TransferOrder): TransferOrder => {
    const now = changes.orders[order.id];
    if (!now) return order;
    return { ...order, status: now.status, left: isUnpaid(now) ? leftToPay(now) : 0 };
  };
  return {
    rows: loaded.rows.map((row) => changes.rows[row.hash] ?? row),
    outcomeOf: (row: BankRow): string | undefined => changes.outcomes[row.hash],
    namedBy: (row: BankRow) => row.named.map(current),
    orders: loaded.orders.map(current).filter(({ status }) => status === 'pending'),
    record: (row: BankRow, order: OrderDetails) => {
      const { id } = order;
      const outcome = isUnpaid(order)
        ? t`Recorded for ${id}. The rest of the order stays open.`
        : t`Recorded for ${id}. The order is paid.`;
      setChanges((before) => ({
        ...before,
        rows: { ...before.rows, [row.hash]: { ...row, match: 'matched', orderId: order.id, isRecorded: true } },
        orders: { ...before.orders, [order.id]: order },
        outcomes: { ...before.outcomes, [row.hash]: outcome },
      }));
    },
    dismiss: (row: BankRow) => {
      const outcome = row.isDismissed ? t`Put aside.` : t`Brought back.`;
      setChanges((before) => ({
        ...before,
        rows: { ...before.rows, [row.hash]: row },
        outcomes: { ...before.outcomes, [row.hash]: outcome },
      }));
    },
  };
}
