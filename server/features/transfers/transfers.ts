import { asCents, type Cents, fromCents } from '#contract/money.ts';
import type { TransferStep } from '#contract/payments.ts';
import type { PaymentSettings } from '#contract/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { endOfBankingDays } from './banking-days.ts';
import { withCheckDigit } from './customer-reference.ts';
import {
  insertTransfer,
  selectReceived,
  selectTransfer,
  type TransferRow,
  updateTransfer,
} from './transfers.queries.ts';

export {
  deleteReceipts,
  insertReceipt,
  lockReceipts,
  type ReceiptRow,
  selectDueTransfer,
  selectNextTime,
  selectReceived,
  selectTransfer,
  type TransferRow,
  updateNextTime,
} from './transfers.queries.ts';

// Milliseconds.
const reminderBeforeEnd = 24 * 60 * 60_000;

/** Until when a reservation that begins now lasts, epoch milliseconds: the end of the last banking day (decision 0034). */
export function endOfReservation(shop: Shop, { reserveDays, reserveState }: PaymentSettings): number {
  const { timeZone } = shop.settings;
  return endOfBankingDays(shop.clock(), { count: reserveDays, state: reserveState, timeZone });
}

/** Begins to wait for the transfer of an order until `until`; again with the same customer reference if it has waited before. */
export async function addTransfer(
  tx: Writer,
  shop: Shop,
  { orderId, until, settings }: { orderId: string; until: number; settings: PaymentSettings },
): Promise<TransferRow> {
  const now = shop.clock();
  const times = { begun_at: now, next_at: nextTimeOf(now, until) };
  const known = await selectTransfer(tx, orderId);
  if (known) {
    await updateTransfer(tx, orderId, times);
    return { ...known, ...times };
  }
  for (;;) {
    const crn = withCheckDigit(randomDigits(shop), settings.crnRule);
    const row = { order_id: orderId, crn, ...times };
    if (await insertTransfer(tx, row)) return row;
  }
}

/** The next thing to do: remind the buyer a day before the end, then end the reservation. */
export function nextTimeOf(now: number, until: number): number {
  const reminder = until - reminderBeforeEnd;
  return reminder > now ? reminder : until;
}

/** Nine digits; with the check digit ten, which every bank accepts. */
function randomDigits(shop: Shop): string {
  return String(100_000_000 + (shop.randomBytes(4).readUInt32BE() % 900_000_000));
}

interface AwaitedOrder {
  id: string;
  total_cents: Cents;
  reserved_until: number | null;
}

/** How the buyer pays what is left of an order that waits for a transfer; null if it does not wait. */
export async function findTransferStep(
  reader: Reader,
  { id, total_cents, reserved_until }: AwaitedOrder,
  settings: PaymentSettings,
): Promise<TransferStep | null> {
  const transfer = await selectTransfer(reader, id);
  if (!transfer || reserved_until === null) return null;
  const { accountName: name, bsb, accountNumber: number, payId, billerCode } = settings;
  return {
    kind: 'transfer',
    amount: fromCents(asCents(total_cents - (await selectReceived(reader, id)))),
    reference: id,
    account: { name, bsb: bsb.replace(/^(\d{3})(\d{3})$/, '$1-$2'), number },
    ...(payId !== '' && { payId }),
    ...(billerCode !== '' && { bpay: { billerCode, crn: transfer.crn } }),
    until: new Date(reserved_until).toISOString(),
  };
}
