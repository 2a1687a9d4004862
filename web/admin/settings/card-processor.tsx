import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <h2 id="card-processor">{t`Card processor`}</h2>
        <Badge tone={isLive ? 'paid' : 'pending'}>{isLive ? t`Live` : t`Test`}</Badge>
        <p>{t`Buyers pay on Stripe’s page and come back. No card number passes through the shop.`}</p>
      </header>
      <div className="grid gap-4 p-5">
        <dl className="key-values key-values-wide">
          <dt>{t`Mode`}</dt>
          <dd>{isLive ? t`Live: real money moves` : t`Test: no money moves`}</dd>
          <dt>{t`Secret key`}</dt>
          <dd>{t`Present, ends in ${keyEnding}`}</dd>
          <dt>{t`Webhook secret`}</dt>
          <dd>{webhookSecrets > 1 ? t`Present, ${webhookSecrets} in use while one replaces another` : t`Present`}</dd>
          <dt>{t`Last event heard`}</dt>
          <dd className="wrap-anywhere">
            {lastEvent ? (
              <>
                <Ago at={lastEvent.at} />, {lastEvent.type}
              </>
            ) : (
              t`None yet`
            )}
          </dd>
          <dt>{t`Events not delivered`}</dt>
          <dd>{undeliveredInWords(connection)}</dd>
          <dt>{t`Waiting tasks`}</dt>
          <dd>{tasksInWords(connection)}</dd>
          <dt>{t`Compared with Stripe`}</dt>
          <dd>
            <LastComparison connection={connection} />
          </dd>
          {!isLive && (
            <>
              <dt>{t`Test purchase`}</dt>
              <dd>
                <span role="status">
                  <TestPurchase testPurchase={connection.testPurchase} />
                </span>
              </dd>
            </>
          )}
        </dl>
        <p className="subtle text-13">
          <Trans>
            Keys are set where the shop runs and never shown in full. Events that Stripe cannot deliver are fetched
            every minute, and the shop compares its payments with Stripe’s every night.
          </Trans>
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
  const nextTime = nextComparisonAt === null ? null : minute(nextComparisonAt);
  const withNext = (words: string) => (nextTime === null ? words : `${words} ${t`Next: ${nextTime}.`}`);
  if (lastComparison === null) return withNext(t`Not yet.`);
  const { finishedAt, error, compared } = lastComparison;
  const begun = minute(lastComparison.begunAt);
  if (finishedAt === null) return t`Begun ${begun}, not finished.`;
  const time = minute(finishedAt);
  if (error !== '') return withNext(t`Failed ${time}: ${error}.`);
  return withNext(comparisonInWords(time, compared, differences));
}

const comparisonInWords = (time: string, compared: number, differences: number) =>
  differences === 0
    ? plural(compared, {
        one: `${time}: # payment, nothing differs.`,
        other: `${time}: # payments, nothing differs.`,
      })
    : t`${time}: ${plural(compared, { one: '# payment', other: '# payments' })}, ${plural(differences, { one: '# differs', other: '# differ' })}.`;

// Milliseconds.
const lookAgainAfter = 4_000;
const awaitedPeriod = 5 * 60_000;

/** The last test purchase. Loads the page's data again every few seconds while the webhook of a recent purchase has not arrived. */
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
  if (!testPurchase) return t`None yet`;
  const begun = minute(begunAt);
  const arrived = testPurchase.arrivedAt === null ? null : minute(testPurchase.arrivedAt);
  return arrived === null
    ? t`Begun ${begun}. Its webhook has not arrived: it comes once the purchase is paid on Stripe’s page.`
    : t`Begun ${begun}. Its webhook arrived ${arrived}.`;
}
