import { setTimeout as wait } from 'node:timers/promises';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { openOutsideWriter } from '../outside-writer.ts';
import { quantile, timeFigure } from '../proof.ts';
import { type Answer, failureOf, faultOf, honestTimes, type LimitsFixture, type Part } from './fixture.ts';

/** Another program locks every table against writers for three seconds: pages load as usual, writes wait or get 503. */
export const lockedDatabase: Part = async (fixture) => {
  const heldFor = fixture.run.size === 'full' ? 3_000 : 1_700;
  await using writer = await openOutsideWriter(fixture.database);
  await writer.lock();
  const [times, answers] = await Promise.all([
    honestTimes(fixture, heldFor - 200),
    writeAllTheWhile(fixture, heldFor - 200),
    wait(heldFor).then(() => writer.run('rollback')),
  ]);
  const faults = answers.map((answer) => failureOf(answer) && faultOf(answer, 503));
  const after = failureOf(await sendEnquiry(fixture.honest));
  const longest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
  return {
    violations: [
      ...faults.flatMap((fault) => (fault ? [`a write while the database is locked: ${fault}`] : [])),
      ...(after ? [`a write after the lock: ${after}`] : []),
    ],
    figures: [
      timeFigure(
        fixture.run,
        'pages, p99, while another program locks the database for 3 s',
        quantile(times, 0.99),
        250,
      ),
      timeFigure(fixture.run, 'writes meanwhile: longest wait for an answer', longest, 3_500),
      { what: 'writes meanwhile: refused', measured: answers.filter(({ status }) => status === 503).length },
    ],
  };
};

async function writeAllTheWhile(fixture: LimitsFixture, milliseconds: number): Promise<Answer[]> {
  using client = createHttpClient(fixture.shop.address);
  const sent: Promise<Answer>[] = [];
  for (const until = performance.now() + milliseconds; performance.now() < until; await wait(100))
    sent.push(sendEnquiry(client));
  return await Promise.all(sent);
}

export function sendEnquiry(client: HttpClient): Promise<Answer> {
  const body = { name: 'Mai', email: 'mai@example.com', message: 'Is the red tray still there?' };
  return client.request('POST', '/api/contact', { body });
}
