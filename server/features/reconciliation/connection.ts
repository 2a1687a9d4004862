import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { asCents, smallestAmount } from '#contract/money.ts';
import type { Connection, ConnectionCheck, PaymentComparison } from '#contract/reconciliation.ts';
import {
  countUnsettledWork,
  findWebhookTime,
  type Processor,
  ProcessorError,
  selectLastWebhook,
} from '#server/features/payments/payments.ts';
import type { Shop } from '#server/shop.ts';
import { type ComparisonRow, countDifferences, selectLastComparison } from './comparisons.queries.ts';
import { selectJobs } from './jobs.queries.ts';
import { selectTestPurchase, storeTestPurchase, type TestPurchaseRow } from './test-purchases.queries.ts';

// Milliseconds.
const countedPeriod = 24 * 60 * 60_000;
/** The processor asks for at least half an hour. */
const testPageLifetime = 31 * 60_000;

/** How the shop is connected with the processor, as far as it knows without asking; null with simulated payments. */
export async function findConnection(shop: Shop): Promise<Connection | null> {
  const { stripe } = shop.settings;
  if (!stripe) return null;
  const { read } = shop.database;
  const [work, lastEvent, comparison, jobs, differences, testPurchase] = await Promise.all([
    countUnsettledWork(read, shop.clock() - countedPeriod),
    selectLastWebhook(read),
    selectLastComparison(read),
    selectJobs(read),
    countDifferences(read),
    selectTestPurchase(read),
  ]);
  const next = jobs.find(({ name }) => name === 'comparison')?.next_at;
  return {
    provider: 'stripe',
    mode: stripe.isLive ? 'live' : 'test',
    keyEnding: stripe.secretKey.slice(-4),
    webhookSecrets: stripe.webhookSecrets.length,
    lastEvent: lastEvent ? { type: lastEvent.type, at: iso(lastEvent.received_at) } : null,
    ...work,
    lastComparison: comparison ? presentComparison(comparison) : null,
    nextComparisonAt: next === undefined ? null : iso(next),
    differences,
    testPurchase: testPurchase ? await presentTestPurchase(shop, testPurchase) : null,
  };
}

const iso = (at: number) => new Date(at).toISOString();

async function presentTestPurchase({ database }: Shop, { session_id, url, created_at }: TestPurchaseRow) {
  const arrived = await findWebhookTime(database.read, { objectId: session_id, since: created_at });
  return { url, begunAt: iso(created_at), arrivedAt: arrived === null ? null : iso(arrived) };
}

export function presentComparison(row: ComparisonRow): PaymentComparison {
  return {
    begunAt: iso(row.begun_at),
    finishedAt: row.finished_at === null ? null : iso(row.finished_at),
    since: iso(row.since),
    compared: row.compared,
    error: row.error,
  };
}

/** Asks the processor whether key and webhook endpoint are as the shop needs them. Refuses (409) with simulated payments. */
export async function checkConnection(shop: Shop): Promise<ConnectionCheck | Refusal> {
  const { processor } = shop;
  if (!processor) return refuse('noProcessor');
  const webhookUrl = `${shop.settings.publicUrl}/api/payments/stripe/events`;
  try {
    const seen = await processor.checkConnection(webhookUrl);
    const lists = { missingPermissions: [...seen.missingPermissions], missingEvents: [...seen.missingEvents] };
    return { ...seen, ...lists, webhookUrl };
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    const nothing = { missingPermissions: [], apiVersion: null, missingEvents: [], expectedVersion: '' };
    return { key: 'unreachable', webhook: 'unreadable', webhookUrl, ...nothing };
  }
}

/**
 * Opens a page of the processor that belongs to no order; its events change nothing. Refuses (409) with simulated payments and with a live
 * key, and (503) while the processor cannot be reached.
 */
export async function beginTestPurchase(shop: Shop): Promise<{ url: string } | Refusal> {
  const { processor, settings } = shop;
  if (!processor || !settings.stripe) return refuse('noProcessor');
  if (settings.stripe.isLive) return refuse('noTestWithRealMoney');
  const page = await openTestPage(shop, processor);
  if (isRefusal(page)) return page;
  const row = { session_id: page.sessionId, url: page.url, created_at: shop.clock() };
  await shop.database.write((tx) => storeTestPurchase(tx, row));
  return { url: page.url };
}

async function openTestPage({ settings, clock, randomBytes }: Shop, processor: Processor) {
  const { currency, publicUrl } = settings;
  try {
    return await processor.openTestPage({
      id: randomBytes(18).toString('base64url'),
      amount: testAmountOf(currency),
      currency,
      expiresAt: clock() + testPageLifetime,
      returnUrl: `${publicUrl}/admin/settings/payments`,
    });
  } catch (error) {
    if (error instanceof ProcessorError) return refuse('processorUnavailable');
    throw error;
  }
}

/**
 * The amount of a test purchase: ten units of the currency, or fifty thousand in a currency without decimals, whose unit is worth little.
 * The processor takes no less than about half a US dollar.
 */
const testAmountOf = (currency: string) => asCents(smallestAmount(currency) === 1 ? 10 * 100 : 50_000 * 100);
