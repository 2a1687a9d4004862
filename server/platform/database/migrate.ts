import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartRefused } from '../failures.ts';
import { hasTable } from './dialect.ts';
import * as shop0001 from './migrations/0001-shop.ts';
import * as replyTo0002 from './migrations/0002-reply-to.ts';
import * as auditPeople0003 from './migrations/0003-audit-people.ts';
import * as orderArrivals0004 from './migrations/0004-order-arrivals.ts';
import * as phonesAndSums0005 from './migrations/0005-phones-and-sums.ts';
import * as paymentsByKind0006 from './migrations/0006-payments-by-kind.ts';
import * as idempotentOrders0007 from './migrations/0007-idempotent-orders.ts';
import * as confirmedAndBlocked0008 from './migrations/0008-confirmed-and-blocked.ts';
import * as emailPriorities0009 from './migrations/0009-email-priorities.ts';
import * as holdHistory0010 from './migrations/0010-hold-history.ts';
import * as accountLinks0011 from './migrations/0011-account-links.ts';
import * as sendersOfEnquiries0012 from './migrations/0012-senders-of-enquiries.ts';
import * as cardKey0013 from './migrations/0013-card-key.ts';
import * as secondFactor0014 from './migrations/0014-second-factor.ts';
import * as settings0015 from './migrations/0015-settings.ts';
import * as roles0016 from './migrations/0016-roles.ts';
import * as passkeys0017 from './migrations/0017-passkeys.ts';
import * as paymentAttempts0018 from './migrations/0018-payment-attempts.ts';
import * as transfers0019 from './migrations/0019-transfers.ts';
import * as provedAddresses0020 from './migrations/0020-proved-addresses.ts';
import * as openBankRows0021 from './migrations/0021-open-bank-rows.ts';
import * as reconciliation0022 from './migrations/0022-reconciliation.ts';
import * as listingSizes0023 from './migrations/0023-listing-sizes.ts';
import * as orderDelivery0024 from './migrations/0024-order-delivery.ts';
import * as homeDrafts0025 from './migrations/0025-home-drafts.ts';
import * as shipments0026 from './migrations/0026-shipments.ts';
import * as enquiryPieces0027 from './migrations/0027-enquiry-pieces.ts';
import * as tax0028 from './migrations/0028-tax.ts';
import * as backupRuns0029 from './migrations/0029-backup-runs.ts';
import * as emailFailures0030 from './migrations/0030-email-failures.ts';
import * as returns0031 from './migrations/0031-returns.ts';
import * as deliveredSales0032 from './migrations/0032-delivered-sales.ts';
import * as orderDays0034 from './migrations/0034-order-days.ts';
import * as enquiryReplies0035 from './migrations/0035-enquiry-replies.ts';
import * as customs0036 from './migrations/0036-customs.ts';
import * as appointments0037 from './migrations/0037-appointments.ts';
import * as reservations0038 from './migrations/0038-reservations.ts';
import * as privateLinks0039 from './migrations/0039-private-links.ts';
import * as savedListings0040 from './migrations/0040-saved-listings.ts';
import * as artists0042 from './migrations/0042-artists.ts';
import * as framing0043 from './migrations/0043-framing.ts';
import * as listingSearch0044 from './migrations/0044-listing-search.ts';
import * as substringSearch0045 from './migrations/0045-substring-search.ts';
import * as visits0046 from './migrations/0046-visits.ts';
import * as waitingList0048 from './migrations/0048-waiting-list.ts';
import * as subscriptions0049 from './migrations/0049-subscriptions.ts';
import * as medium0050 from './migrations/0050-medium.ts';
import * as ordersToShip0060 from './migrations/0060-orders-to-ship.ts';
import * as emailsInFiles0061 from './migrations/0061-emails-in-files.ts';
import * as textsOfExpiredOrders0064 from './migrations/0064-texts-of-expired-orders.ts';
import * as facetsByIndex0065 from './migrations/0065-facets-by-index.ts';
import * as readingsOfAttempts0066 from './migrations/0066-readings-of-attempts.ts';
import * as certificates0067 from './migrations/0067-certificates.ts';
import * as listingsOfPrivateLinks0068 from './migrations/0068-listings-of-private-links.ts';
import * as provenance0069 from './migrations/0069-provenance.ts';
import * as wordsOfDiscontinued0070 from './migrations/0070-words-of-discontinued.ts';
import * as visibility0071 from './migrations/0071-visibility.ts';
import * as intake0072 from './migrations/0072-intake.ts';
import * as conditionReports0073 from './migrations/0073-condition-reports.ts';
import * as cataloguePapers0074 from './migrations/0074-catalogue-papers.ts';
import * as imports0075 from './migrations/0075-imports.ts';
import * as closeLooks0077 from './migrations/0077-close-looks.ts';
import * as scans0078 from './migrations/0078-scans.ts';
import * as lightPhotographs0080 from './migrations/0080-light-photographs.ts';
import * as searchByDate0082 from './migrations/0082-search-by-date.ts';
import * as languagesOfReaders0083 from './migrations/0083-languages-of-readers.ts';
import * as translations0084 from './migrations/0084-translations.ts';
import * as englishOfTranslations0086 from './migrations/0086-english-of-translations.ts';
import * as translatedSearch0087 from './migrations/0087-translated-search.ts';
import * as certificateNumbers0088 from './migrations/0088-certificate-numbers.ts';
import * as factorChanges0089 from './migrations/0089-factor-changes.ts';
import * as staffInvitations0090 from './migrations/0090-staff-invitations.ts';
import * as keeping0091 from './migrations/0091-keeping.ts';
import * as emailsToForget0092 from './migrations/0092-emails-to-forget.ts';
import * as failedWork0093 from './migrations/0093-failed-work.ts';
import * as rightToPrices0094 from './migrations/0094-right-to-prices.ts';
import * as namesWait0095 from './migrations/0095-names-wait.ts';
import * as editionNote0096 from './migrations/0096-edition-note.ts';
import type { Tables } from './tables.ts';

/** Migrations by name. They run in the alphabetical order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** All migrations of the shop, for both engines. A released migration is never changed. */
export const shopMigrations: Migrations = {
  '0001-shop': shop0001,
  '0002-reply-to': replyTo0002,
  '0003-audit-people': auditPeople0003,
  '0004-order-arrivals': orderArrivals0004,
  '0005-phones-and-sums': phonesAndSums0005,
  '0006-payments-by-kind': paymentsByKind0006,
  '0007-idempotent-orders': idempotentOrders0007,
  '0008-confirmed-and-blocked': confirmedAndBlocked0008,
  '0009-email-priorities': emailPriorities0009,
  '0010-hold-history': holdHistory0010,
  '0011-account-links': accountLinks0011,
  '0012-senders-of-enquiries': sendersOfEnquiries0012,
  '0013-card-key': cardKey0013,
  '0014-second-factor': secondFactor0014,
  '0015-settings': settings0015,
  '0016-roles': roles0016,
  '0017-passkeys': passkeys0017,
  '0018-payment-attempts': paymentAttempts0018,
  '0019-transfers': transfers0019,
  '0020-proved-addresses': provedAddresses0020,
  '0021-open-bank-rows': openBankRows0021,
  '0022-reconciliation': reconciliation0022,
  '0023-listing-sizes': listingSizes0023,
  '0024-order-delivery': orderDelivery0024,
  '0025-home-drafts': homeDrafts0025,
  '0026-shipments': shipments0026,
  '0027-enquiry-pieces': enquiryPieces0027,
  '0028-tax': tax0028,
  '0029-backup-runs': backupRuns0029,
  '0030-email-failures': emailFailures0030,
  '0031-returns': returns0031,
  '0032-delivered-sales': deliveredSales0032,
  '0034-order-days': orderDays0034,
  '0035-enquiry-replies': enquiryReplies0035,
  '0036-customs': customs0036,
  '0037-appointments': appointments0037,
  '0038-reservations': reservations0038,
  '0039-private-links': privateLinks0039,
  '0040-saved-listings': savedListings0040,
  '0042-artists': artists0042,
  '0043-framing': framing0043,
  '0044-listing-search': listingSearch0044,
  '0045-substring-search': substringSearch0045,
  '0046-visits': visits0046,
  '0048-waiting-list': waitingList0048,
  '0049-subscriptions': subscriptions0049,
  '0050-medium': medium0050,
  '0060-orders-to-ship': ordersToShip0060,
  '0061-emails-in-files': emailsInFiles0061,
  '0064-texts-of-expired-orders': textsOfExpiredOrders0064,
  '0065-facets-by-index': facetsByIndex0065,
  '0066-readings-of-attempts': readingsOfAttempts0066,
  '0067-certificates': certificates0067,
  '0068-listings-of-private-links': listingsOfPrivateLinks0068,
  '0069-provenance': provenance0069,
  '0070-words-of-discontinued': wordsOfDiscontinued0070,
  '0071-visibility': visibility0071,
  '0072-intake': intake0072,
  '0073-condition-reports': conditionReports0073,
  '0074-catalogue-papers': cataloguePapers0074,
  '0075-imports': imports0075,
  '0077-close-looks': closeLooks0077,
  '0078-scans': scans0078,
  '0080-light-photographs': lightPhotographs0080,
  '0082-search-by-date': searchByDate0082,
  '0083-languages-of-readers': languagesOfReaders0083,
  '0084-translations': translations0084,
  '0086-english-of-translations': englishOfTranslations0086,
  '0087-translated-search': translatedSearch0087,
  '0088-certificate-numbers': certificateNumbers0088,
  '0089-factor-changes': factorChanges0089,
  '0090-staff-invitations': staffInvitations0090,
  '0091-keeping': keeping0091,
  '0092-emails-to-forget': emailsToForget0092,
  '0093-failed-work': failedWork0093,
  '0094-right-to-prices': rightToPrices0094,
  '0095-names-wait': namesWait0095,
  '0096-edition-note': editionNote0096,
};

/** The migrations that an existing database needs. */
export interface SchemaChange {
  /** The last migration that has run. */
  from: string;
  /** The migrations to run, in order; at least one. */
  steps: readonly [string, ...string[]];
}

export interface MigrateOptions {
  /** Is called first if a database with a schema will change; if it throws, nothing changes. */
  before?: (change: SchemaChange) => void;
  /** The copy of the database that was made before it was migrated to `step`, if there is one. */
  copyOf?: (step: string) => string | null;
}

/**
 * Runs the missing migrations in one transaction, so that a process that is killed in between changes nothing. Several
 * processes may call it at once. Throws StartRefused if a migration fails or the database is newer than this program.
 */
export async function migrate(
  connection: Kysely<Tables>,
  migrations: Migrations,
  { before, copyOf }: MigrateOptions = {},
): Promise<void> {
  const executed = await executedMigrations(connection);
  const from = executed?.at(-1);
  if (executed !== null) refuseNewerSchema(executed, migrations, copyOf);
  // At nearly every start there is nothing to do. The migrator would read the columns of all tables to find that out.
  if (executed?.join() === namesOf(migrations).join()) return;
  const [first, ...rest] = namesOf(migrations).filter((name) => from !== undefined && name > from);
  if (from !== undefined && first !== undefined) before?.({ from, steps: [first, ...rest] });
  const { error } = await createMigrator(connection, migrations).migrateToLatest();
  if (error) throw startRefused(error);
}

/** Throws StartRefused unless all migrations have run. */
export async function requireLatestSchema(connection: Kysely<Tables>, migrations: Migrations): Promise<void> {
  const executed = (await executedMigrations(connection)) ?? [];
  refuseNewerSchema(executed, migrations);
  if (executed.at(-1) !== namesOf(migrations).at(-1))
    throw new StartRefused('The database has another version than this program: start the shop first.');
}

/** Throws StartRefused, with the way back (docs/go-back.md), if a newer version of the shop has changed the schema. */
function refuseNewerSchema(
  executed: readonly string[],
  migrations: Migrations,
  copyOf: MigrateOptions['copyOf'] = () => null,
): void {
  const own = namesOf(migrations).at(-1);
  const newer = executed.filter((name) => own !== undefined && name > own);
  const [first, version = first] = [newer[0], newer.at(-1)];
  if (first === undefined) return;
  const copy = copyOf(first);
  const wayBack = copy === null ? 'restore a backup that this version made' : `put back the copy ${copy}`;
  throw new StartRefused(
    `The database is newer than this program: a newer version of the shop has migrated it to ${version}, and this one ends with ${own}. Start the newer version, or ${wayBack} (docs/go-back.md).`,
  );
}

const namesOf = (migrations: Migrations) => Object.keys(migrations).toSorted();

/** Runs the migrations up to and including `step` in the transaction `tx`. */
export async function migrateUpTo(tx: Kysely<Tables>, migrations: Migrations, step: string): Promise<void> {
  const { error } = await createMigrator(tx, migrations).migrateTo(step);
  if (error) throw startRefused(error);
}

/** The name of the last migration that has run; null if the database has no schema yet. */
export async function schemaVersion(connection: Kysely<Tables>): Promise<string | null> {
  return (await executedMigrations(connection))?.at(-1) ?? null;
}

/** The names of the migrations that have run, in their order; null if the database has no schema yet. */
async function executedMigrations(connection: Kysely<Tables>): Promise<string[] | null> {
  if (!(await hasTable(connection, 'kysely_migration'))) return null;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(connection);
  return rows.length === 0 ? null : rows.map(({ name }) => name).toSorted();
}

const createMigrator = (db: Kysely<Tables>, migrations: Migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

function startRefused(error: unknown): StartRefused {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartRefused(`The database could not be brought up to date: ${reason}`);
}
