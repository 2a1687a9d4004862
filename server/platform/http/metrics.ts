import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api, apiBase } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import { databaseWaits } from '#server/platform/database/database-wait.ts';
import { countEventStreams } from './event-stream.ts';
import { sendRefusal } from './refusals.ts';

type CountByLabel = () => Promise<Readonly<Record<string, number>>>;

export interface MetricsOptions {
  /** Null: there are no metrics, and nothing is measured. */
  token: string | null;
  /** Numbers by a fixed set of labels, read from the database each time the metrics are read. */
  counts: Readonly<Record<'orders' | 'holds' | 'emails' | 'backupResults' | 'backupTimes', CountByLabel>>;
  /** Bytes by disk. */
  disks: Readonly<Record<'free' | 'size', CountByLabel>>;
}

const path = `${apiBase}/metrics`;

/**
 * Serves metrics of this process in Prometheus text (decision 0030) to callers with `Authorization: Bearer <token>`. All others
 * are answered like at an unknown address. No label contains personal data, and each has a fixed set of values.
 */
export async function registerMetrics(app: FastifyInstance, { token, counts, disks }: MetricsOptions): Promise<void> {
  if (token === null) return;
  // The library is loaded only by shops that use it.
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const registers = [registry];
  measureRequests(app, prometheus, registers);
  measureDatabaseWait(app, prometheus, registers);
  measureCache(app, prometheus, registers);
  countInDatabase(app, prometheus, registers, counts);
  measureDisks(app, prometheus, registers, disks);
  app.get(path, async (request, reply) => {
    if (!hasMetricsToken(request.headers.authorization, token))
      return sendRefusal(request, reply, refuse('unknownPath'));
    return sendText(reply, await registry.metrics(), registry.contentType);
  });
}

type Prometheus = typeof import('prom-client');
type Registers = InstanceType<Prometheus['Registry']>[];

function measureRequests(app: FastifyInstance, { Counter, Gauge, Histogram }: Prometheus, registers: Registers): void {
  let counted = { sent200: 0, sent304: 0 };
  const requests = new Counter({
    name: 'lacquer_http_requests_total',
    help: 'Requests by endpoint and status; `cache` is what the response cache answered before routing',
    labelNames: ['endpoint', 'status'] as const,
    registers,
    collect() {
      const { sent200, sent304 } = app.responseCache.counts;
      this.inc({ endpoint: 'cache', status: 200 }, sent200 - counted.sent200);
      this.inc({ endpoint: 'cache', status: 304 }, sent304 - counted.sent304);
      counted = { sent200, sent304 };
    },
  });
  const durations = new Histogram({
    name: 'lacquer_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer; without event streams and endpoint `cache`',
    labelNames: ['endpoint'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const endpoint = endpointOf(request);
    requests.inc({ endpoint, status: reply.statusCode });
    if (!isEventStream(endpoint)) durations.observe({ endpoint }, reply.elapsedTime / 1_000);
  });
  new Gauge({
    name: 'lacquer_event_streams',
    help: 'Open event streams',
    registers,
    collect() {
      this.set(countEventStreams());
    },
  });
}

/** The name of an endpoint of the contract, or the pattern of another route; both are from fixed lists. */
function endpointOf({ routeOptions: { config, url } }: FastifyRequest): string {
  return config.endpoint ?? url ?? 'none';
}

function isEventStream(endpoint: string): boolean {
  const rows: Readonly<Record<string, Endpoint>> = api;
  return rows[endpoint]?.reply === 'events';
}

function measureDatabaseWait(app: FastifyInstance, { Histogram }: Prometheus, registers: Registers): void {
  const waits = new Histogram({
    name: 'lacquer_database_wait_seconds',
    help: 'Time that callers waited for the writing connection (SQLite) or for a connection of a pool (PostgreSQL)',
    buckets: [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const observe = (milliseconds: unknown) => waits.observe(Number(milliseconds) / 1_000);
  databaseWaits.subscribe(observe);
  app.addHook('onClose', async () => {
    databaseWaits.unsubscribe(observe);
  });
}

function measureCache(app: FastifyInstance, { Counter, Gauge }: Prometheus, registers: Registers): void {
  new Counter({
    name: 'lacquer_response_cache_lookups_total',
    help: 'Public responses found in the cache (hit), and rendered (miss)',
    labelNames: ['result'] as const,
    registers,
    collect() {
      const { sent200, sent304, hits, misses } = app.responseCache.counts;
      this.reset();
      this.inc({ result: 'hit' }, sent200 + sent304 + hits);
      this.inc({ result: 'miss' }, misses);
    },
  });
  new Gauge({
    name: 'lacquer_response_cache_bytes',
    help: 'Size of the cached responses',
    registers,
    collect() {
      this.set(app.responseCache.size);
    },
  });
}

function countInDatabase(
  app: FastifyInstance,
  prometheus: Prometheus,
  registers: Registers,
  counts: MetricsOptions['counts'],
): void {
  const same = 'the same in every process of the shop';
  const gauge = (name: string, help: string, label: string, read: CountByLabel) =>
    readWhenAsked(app, prometheus, registers, { name, help: `${help}; ${same}`, label, read });
  gauge('lacquer_orders', 'Orders in the database', 'status', counts.orders);
  gauge('lacquer_holds', 'Holds that have not expired', 'state', counts.holds);
  gauge('lacquer_emails_unsent', 'Emails to be sent (waiting), and given up (failed)', 'state', counts.emails);
  gauge('lacquer_backup_result', 'How the last nightly backup went: 1 for one label', 'result', counts.backupResults);
  const times = 'When the last nightly backup that could be restored was begun (good), Unix time';
  gauge('lacquer_backup_timestamp_seconds', times, 'result', counts.backupTimes);
}

function measureDisks(
  app: FastifyInstance,
  prometheus: Prometheus,
  registers: Registers,
  { free, size }: MetricsOptions['disks'],
): void {
  const gauge = (name: string, help: string, read: CountByLabel) =>
    readWhenAsked(app, prometheus, registers, { name, help, label: 'place', read });
  const disks = 'the disk of DATA_DIR (data), and of the folder in BACKUP_TO (backups)';
  gauge('lacquer_disk_free_bytes', `What the shop may still write on ${disks}`, free);
  gauge('lacquer_disk_size_bytes', `The size of ${disks}`, size);
}

function readWhenAsked(
  app: FastifyInstance,
  { Gauge }: Prometheus,
  registers: Registers,
  { name, help, label, read }: { name: string; help: string; label: string; read: CountByLabel },
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers,
    async collect() {
      this.reset();
      // If the database cannot be read, the other metrics are sent without these.
      const current = await read().catch((error: unknown) => {
        app.log.warn({ err: error }, `the metrics lack ${name}`);
        return {};
      });
      for (const [value, count] of Object.entries(current)) this.set({ [label]: value }, count);
    },
  });
}

/** Whether the header `Authorization` has the token of METRICS_TOKEN; false if that is not set. */
export function hasMetricsToken(authorization: string | undefined, token: string | null): boolean {
  return token !== null && timingSafeEqual(sha256(bearerTokenOf(authorization)), sha256(token));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

const bearerTokenOf = (authorization = '') => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';

const sendText = (reply: FastifyReply, text: string, type: string) =>
  reply.header('Cache-Control', 'no-store').type(type).send(text);
