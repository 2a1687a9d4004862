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
  selectFirstTransfer,
  selectReceived,
  selectTransfer,
  type TransferRow,
  updateNextTime,
} from './transfers.queries.ts';

// Milliseconds.
const reminderBeforeEnd = 24 * 60 * 60_000;

/** The end, in epoch milliseconds, of a reservation that begins now: the end of its last banking day (decision 0034). */
export function endOfReservation(shop: Shop, { reserveDays, reserveState }: PaymentSettings): number {
  const { timeZone } = shop.settings;
  return endOfBankingDays(shop.clock(), { count: reserveDays, state: reserveState, timeZone });
}

/**
 * Stores that an order waits for a transfer until `until` (epoch milliseconds). An order that has waited before keeps its customer
 * reference.
 */
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

/** When the next step is due, epoch milliseconds: the reminder a day before the end, then the end of the reservation. */
export function nextTimeOf(now: number, until: number): number {
  const reminder = until - reminderBeforeEnd;
  return reminder > now ? reminder : until;
}

/** Nine random digits. With the check digit they are ten, which every bank accepts. */
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
