import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { honestTimes } from './slow-senders.ts';
import { type Part, type Stage, timed } from './stage.ts';
import { type Answer, createVisitor, faultOf, percentile, type Visitor } from './visitor.ts';

/** Another program holds every table against writers for three seconds: pages come as ever, writes wait or are told to. */
export const lockedDatabase: Part = async (stage) => {
  const heldFor = stage.run.size === 'full' ? 3_000 : 1_700;
  const lock = spawn(
    process.execPath,
    [join(import.meta.dirname, 'lock-holder.ts'), stage.databaseUrl, String(heldFor)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(lock, 'exit');
  await once(lock.stdout, 'data');
  const [times, answers] = await Promise.all([
    honestTimes(stage, heldFor - 200),
    writeAllTheWhile(stage, heldFor - 200),
  ]);
  await ended;
  const violations = answers.flatMap((answer) => {
    const fault = answer.status === 201 ? null : faultOf(answer, [503]);
    return fault ? [`a write while the database is locked: ${fault}`] : [];
  });
  const after = await write(stage.honest);
  if (after.status !== 201) violations.push(`a write after the lock: ${after.status} ${after.text}`);
  const waited = answers.map(({ milliseconds }) => milliseconds);
  return {
    violations,
    figures: [
      timed(stage.run, 'pages, p99, while another program locks the database for 3 s', percentile(times, 0.99), 250),
      timed(stage.run, 'writes meanwhile: longest wait for an answer', Math.max(...waited), 3_500),
      { what: 'writes meanwhile: told to come back', measured: answers.filter(({ status }) => status === 503).length },
    ],
  };
};

async function writeAllTheWhile(stage: Stage, milliseconds: number): Promise<Answer[]> {
  const visitor = createVisitor(stage.shop.address);
  const asked: Promise<Answer>[] = [];
  for (const until = performance.now() + milliseconds; performance.now() < until; await wait(100))
    asked.push(write(visitor));
  const answers = await Promise.all(asked);
  visitor.leave();
  return answers;
}

/** Leaves a message for the owner. */
export function write(visitor: Visitor): Promise<Answer> {
  const body = { name: 'Mai', email: 'mai@example.com', message: 'Is the red tray still there?' };
  return visitor.ask('/api/contact', { body });
}
