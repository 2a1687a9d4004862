import { type Kysely, sql } from 'kysely';

type AnySchema = Record<string, Record<string, unknown>>;

/** Lets orders be found by phone number, and indexes listings by status and payments by kind. */
export async function up(db: Kysely<AnySchema>): Promise<void> {
  await sql`create index listings_in_order_of_status_and_date on listings (status, created_at desc, id)`.execute(db);
  await sql`create index payments_to_sum on payments (order_id, kind, amount_cents)`.execute(db);
  await addPhones(db);
}

/** Number of orders read in one query. */
const batch = 500;

interface SearchedOrder {
  id: string;
  buyer: string;
  delivery: string;
  search_text: string;
}

async function addPhones(db: Kysely<AnySchema>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<SearchedOrder>`
      select id, buyer, delivery, search_text from orders where id > ${last} order by id limit ${batch}`.execute(db);
    for (const { id, buyer, delivery, search_text } of rows) {
      const phones = new Set([phoneOf(buyer), phoneOf(delivery)].filter((phone) => phone !== ''));
      if (phones.size === 0) continue;
      await sql`update orders set search_text = ${[search_text, ...phones].join('\n')} where id = ${id}`.execute(db);
    }
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = end.id;
  }
}

/** Only the digits, with Australia's country code replaced by 0; the form in which new orders store phone numbers. */
function phoneOf(json: string): string {
  const { phone = '' }: { phone?: unknown } = JSON.parse(json);
  if (typeof phone !== 'string') return '';
  const australian = /^\s*(\+|00)/.test(phone) ? /^(?:00|0011)?610?/ : /^61(?=\d{9}$)/;
  return phone.replace(/\D/g, '').replace(australian, '0');
}
