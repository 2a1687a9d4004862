import { type ReactNode, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { Connection } from '#contract/reconciliation.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Badge } from '../../ui/badge.tsx';
import { relativeTime } from '../dashboard/relative-time.ts';
import { useNow } from '../dashboard/use-now.ts';
import { ConnectionActions } from './connection-actions.tsx';
import { tasksInWords, undeliveredInWords } from './connection-words.ts';

/** How the shop is connected with the card processor. Keys are set where the shop runs; nothing is typed here. */
export function CardProcessor({ connection, children }: { connection: Connection; children: ReactNode }) {
  const { mode, keyEnding, webhookSecrets, lastEvent } = connection;
  const isLive = mode === 'live';
  return (
    <section className="panel" aria-labelledby="card-processor">
      <header>
        <h2 id="card-processor">Card processor</h2>
        <Badge tone={isLive ? 'paid' : 'pending'}>{isLive ? 'Live' : 'Test'}</Badge>
        <p>Buyers pay on Stripe’s page and come back. No card number passes through the shop.</p>
      </header>
      <div className="grid gap-4 p-5">
        <dl className="key-values key-values-wide">
          <dt>Mode</dt>
          <dd>{isLive ? 'Live: real money moves' : 'Test: no money moves'}</dd>
          <dt>Secret key</dt>
          <dd>Present, ends in {keyEnding}</dd>
          <dt>Webhook secret</dt>
          <dd>{webhookSecrets > 1 ? `Present, ${webhookSecrets} in use while one replaces another` : 'Present'}</dd>
          <dt>Last event heard</dt>
          <dd className="wrap-anywhere">
            {lastEvent ? (
              <>
                <Ago at={lastEvent.at} />, {lastEvent.type}
              </>
            ) : (
              'None yet'
            )}
          </dd>
          <dt>Events not delivered</dt>
          <dd>{undeliveredInWords(connection)}</dd>
          <dt>Waiting tasks</dt>
          <dd>{tasksInWords(connection)}</dd>
          <dt>Compared with Stripe</dt>
          <dd>
            <LastComparison connection={connection} />
          </dd>
          {!isLive && (
            <>
              <dt>Test purchase</dt>
              <dd>
                <span role="status">
                  <TestPurchase testPurchase={connection.testPurchase} />
                </span>
              </dd>
            </>
          )}
        </dl>
        <p className="subtle text-13">
          Keys are set where the shop runs and never shown in full. Events that Stripe cannot deliver are fetched every
          minute, and the shop compares its payments with Stripe’s every night.
        </p>
        <ConnectionActions isTest={!isLive} />
      </div>
      {children}
    </section>
  );
}

function Ago({ at }: { at: string }) {
  const now = useNow();
  const { minute } = useTimes();
  return (
    <time dateTime={at} title={minute(at)}>
      {relativeTime(Date.parse(at), now)}
    </time>
  );
}

function LastComparison({ connection }: { connection: Connection }) {
  const { minute } = useTimes();
  const { lastComparison, nextComparisonAt, differences } = connection;
  const next = nextComparisonAt === null ? '' : ` Next: ${minute(nextComparisonAt)}.`;
  if (lastComparison === null) return `Not yet.${next}`;
  const { begunAt, finishedAt, error, compared } = lastComparison;
  if (finishedAt === null) return `Begun ${minute(begunAt)}, not finished.`;
  if (error !== '') return `Failed ${minute(finishedAt)}: ${error}.${next}`;
  const found = differences === 0 ? 'nothing differs' : `${differences} ${differences === 1 ? 'differs' : 'differ'}`;
  return `${minute(finishedAt)}: ${compared} ${compared === 1 ? 'payment' : 'payments'}, ${found}.${next}`;
}

// Milliseconds.
const lookAgainAfter = 4_000;
const awaitedPeriod = 5 * 60_000;

/** Looks again while the webhook of a purchase that was just made may arrive. */
function TestPurchase({ testPurchase }: Pick<Connection, 'testPurchase'>) {
  const now = useNow();
  const { revalidate } = useRevalidator();
  const { minute } = useTimes();
  const begunAt = testPurchase ? Date.parse(testPurchase.begunAt) : 0;
  const isAwaited = testPurchase?.arrivedAt === null && now - begunAt < awaitedPeriod;
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setInterval(() => void revalidate(), lookAgainAfter);
    return () => clearInterval(timer);
  }, [isAwaited, revalidate]);
  if (!testPurchase) return 'None yet';
  const when = `Begun ${minute(begunAt)}`;
  if (testPurchase.arrivedAt !== null) return `${when}. Its webhook arrived ${minute(testPurchase.arrivedAt)}.`;
  return `${when}. Its webhook has not arrived: it comes once the purchase is paid on Stripe’s page.`;
}
