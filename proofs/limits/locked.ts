import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { quantile } from '../proof.ts';
import { type Answer, faultOf, textOf } from './client.ts';
import { type LimitsFixture, type Part, timed } from './fixture.ts';
import { honestTimes } from './slow-senders.ts';

/** Another program locks every table against writers for three seconds: pages load as usual, writes wait or get 503. */
export const lockedDatabase: Part = async (fixture) => {
  const heldFor = fixture.run.size === 'full' ? 3_000 : 1_700;
  const lock = spawn(
    process.execPath,
    [join(import.meta.dirname, 'lock-holder.ts'), fixture.databaseUrl, String(heldFor)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(lock, 'exit');
  await once(lock.stdout, 'data');
  const [times, answers] = await Promise.all([
    honestTimes(fixture, heldFor - 200),
    writeAllTheWhile(fixture, heldFor - 200),
  ]);
  await ended;
  const violations = answers.flatMap((answer) => {
    const fault = answer.status === 201 ? null : faultOf(answer, [503]);
    return fault ? [`a write while the database is locked: ${fault}`] : [];
  });
  const after = await write(fixture.honest);
  if (after.status !== 201) violations.push(`a write after the lock: ${after.status} ${textOf(after)}`);
  const waited = answers.map(({ milliseconds }) => milliseconds);
  return {
    violations,
    figures: [
      timed(fixture.run, 'pages, p99, while another program locks the database for 3 s', quantile(times, 0.99), 250),
      timed(fixture.run, 'writes meanwhile: longest wait for an answer', Math.max(...waited), 3_500),
      { what: 'writes meanwhile: told to come back', measured: answers.filter(({ status }) => status === 503).length },
    ],
  };
};

async function writeAllTheWhile(fixture: LimitsFixture, milliseconds: number): Promise<Answer[]> {
  const client = createHttpClient(fixture.shop.address);
  const sent: Promise<Answer>[] = [];
  for (const until = performance.now() + milliseconds; performance.now() < until; await wait(100))
    sent.push(write(client));
  const answers = await Promise.all(sent);
  client.close();
  return answers;
}

/** Leaves a message for the owner. */
export function write(client: HttpClient): Promise<Answer> {
  const body = { name: 'Mai', email: 'mai@example.com', message: 'Is the red tray still there?' };
  return client.request('POST', '/api/contact', { body });
}
