import { sql } from 'kysely';
import type { Reader } from '#server/platform/database/database.ts';
import type { AppointmentsTable } from '#server/platform/database/fulfilment-tables.ts';
import type { OrdersTable } from '#server/platform/database/order-tables.ts';
import type { Found } from './needs.queries.ts';

export interface OrderToShip extends Pick<OrdersTable, 'id' | 'buyer' | 'packing_days' | 'delivery_option'> {
  /** When the order was charged first; without a charge, when it was made. Epoch milliseconds. */
  paid_at: number;
  /** Epoch milliseconds. */
  packed_at: number | null;
  /** How many pieces have not left. */
  pieces: number;
  /** The day (YYYY-MM-DD) of the appointment to collect the order; null if there is none. */
  day: string | null;
}

/** Paid orders that have not left, the oldest first, without those with an appointment after `today` (YYYY-MM-DD). */
export async function selectOrdersToShip(reader: Reader, today: string, limit: number): Promise<Found<OrderToShip>> {
  const matching = reader
    .selectFrom('orders')
    .leftJoin('appointments', 'appointments.order_id', 'orders.id')
    // Literals instead of bound values: SQLite uses the partial index of these rows only for the literal condition.
    .where(sql<boolean>`orders.status = 'paid' and orders.is_demo = 0`)
    .where((where) => where.or([where('appointments.day', 'is', null), where('appointments.day', '<=', today)]));
  const rows = await matching
    .leftJoin('packings', 'packings.order_id', 'orders.id')
    .select((row) => [
      'orders.id',
      'orders.buyer',
      'orders.packing_days',
      'orders.delivery_option',
      'packings.at as packed_at',
      'appointments.day',
      row.fn
        .coalesce(
          row
            .selectFrom('payments')
            .select((payment) => payment.fn.min('payments.at').as('at'))
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payments.kind', '=', 'charge'),
          'orders.order_date',
        )
        .as('paid_at'),
      row
        .selectFrom('order_items')
        .select((item) => item.fn.countAll<number>().as('count'))
        .whereRef('order_items.order_id', '=', 'orders.id')
        .where('order_items.is_live', '=', 1)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('shipment_items')
                .select('shipment_items.listing_id')
                .whereRef('shipment_items.order_id', '=', 'order_items.order_id')
                .whereRef('shipment_items.listing_id', '=', 'order_items.listing_id'),
            ),
          ),
        )
        .as('pieces'),
    ])
    .orderBy('orders.order_date')
    .orderBy('orders.id')
    .limit(limit)
    .execute();
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return {
    rows: rows.map((row) => ({ ...row, paid_at: Number(row.paid_at), pieces: Number(row.pieces ?? 0) })),
    total: count,
  };
}

/** The next appointment of a paid order after `today` (YYYY-MM-DD). */
export function selectNextAppointment(reader: Reader, today: string): Promise<AppointmentsTable | undefined> {
  return reader
    .selectFrom('appointments')
    .innerJoin('orders', 'orders.id', 'appointments.order_id')
    .selectAll('appointments')
    .where(sql<boolean>`orders.status = 'paid' and orders.is_demo = 0`)
    .where('appointments.day', '>', today)
    .orderBy('appointments.day')
    .orderBy('appointments.from_time')
    .limit(1)
    .executeTakeFirst();
}

/** The order whose reservation for a bank transfer ends next. `now` and `at` in epoch milliseconds. */
export function selectNextTransfer(reader: Reader, now: number): Promise<{ id: string; at: number } | undefined> {
  return reader
    .selectFrom('transfers')
    .innerJoin('orders', 'orders.id', 'transfers.order_id')
    .select(({ ref }) => ['orders.id', ref('orders.reserved_until').$notNull().as('at')])
    .where('orders.status', '=', 'pending')
    .where('orders.reserved_until', '>', now)
    .where('transfers.next_at', 'is not', null)
    .orderBy('orders.reserved_until')
    .limit(1)
    .executeTakeFirst();
}

/** The listing whose reservation for a person ends next. `now` and `at` in epoch milliseconds. */
export function selectNextReservation(reader: Reader, now: number): Promise<{ name: string; at: number } | undefined> {
  return reader
    .selectFrom('reservations')
    .innerJoin('listings', 'listings.id', 'reservations.listing_id')
    .select(['listings.name', 'reservations.until_at as at'])
    .where('reservations.until_at', '>', now)
    .orderBy('reservations.until_at')
    .orderBy('reservations.listing_id')
    .limit(1)
    .executeTakeFirst();
}
