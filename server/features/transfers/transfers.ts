import { type Cents, toDollars } from '#contract/money.ts';
import type { TransferStep } from '#contract/payments.ts';
import type { PaymentSettings } from '#contract/settings.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { endOfBankingDays } from './banking-days.ts';
import { withCheckDigit } from './customer-reference.ts';
import { insertTransfer, selectTransfer, type TransferRow } from './transfers.queries.ts';

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

/** Begins to wait for the transfer of an order until `until`, with a new customer reference. */
export async function addTransfer(
  tx: Writer,
  shop: Shop,
  { orderId, until, settings }: { orderId: string; until: number; settings: PaymentSettings },
): Promise<TransferRow> {
  const now = shop.clock();
  for (;;) {
    const crn = withCheckDigit(randomDigits(shop), settings.crnRule);
    const row = { order_id: orderId, crn, begun_at: now, next_at: nextTimeOf(now, until) };
    if (await insertTransfer(tx, row)) return row;
    const known = await selectTransfer(tx, orderId);
    if (known) return known;
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

/** How the buyer pays. `total` less what was received already; `until` in epoch milliseconds. */
export function transferStepOf(
  { order_id, crn }: Pick<TransferRow, 'order_id' | 'crn'>,
  { left, until, settings }: { left: Cents; until: number; settings: PaymentSettings },
): TransferStep {
  const { accountName: name, bsb, accountNumber: number, payId, billerCode } = settings;
  return {
    kind: 'transfer',
    amount: toDollars(left),
    reference: order_id,
    account: { name, bsb: bsb.replace(/^(\d{3})(\d{3})$/, '$1-$2'), number },
    ...(payId !== '' && { payId }),
    ...(billerCode !== '' && { bpay: { billerCode, crn } }),
    until: new Date(until).toISOString(),
  };
}
