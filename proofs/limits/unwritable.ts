import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { panel } from '#server/testing/pictures.ts';
import { openOutsideWriter } from '../outside-writer.ts';
import { atLeast, type Outcome, quantile, timeFigure } from '../proof.ts';
import {
  type Answer,
  failureOf,
  faultOf,
  honestTimes,
  type LimitsFixture,
  nothing,
  openFixture,
  type Part,
  sendEnquiry,
} from './fixture.ts';
import { filesLeft, filesUnder } from './uploads.ts';

interface Disk {
  what: string;
  fail(): void;
  mend(): void;
  /** Whether enquiries may succeed, because an existing file has space for them or the database is on another disk. */
  mayTakeEnquiries: boolean;
}

/** Simulates a disk that fails: no file of the shop's process can grow beyond 4 KB (EFBIG), which SQLite reports as an I/O error. */
export const failingDisk: Part = (fixture) => {
  const limitFiles = (bytes: string) =>
    void execFileSync('prlimit', [`--pid=${fixture.shop.child.pid}`, `--fsize=${bytes}:unlimited`]);
  return refusesClearly(fixture, {
    what: 'a failing disk',
    fail: () => limitFiles('4096'),
    mend: () => limitFiles('unlimited'),
    mayTakeEnquiries: fixture.run.engine === 'postgres',
  });
};

/** A shop on a disk of 48 MB that another program fills. Only in full; skipped without the right to mount a disk. */
export const fullDisk: Part = async ({ run }) => {
  if (run.size !== 'full') return nothing;
  const place = join(run.directory, 'small-disk');
  mkdirSync(place);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', place], { stdio: 'ignore' });
  } catch {
    return { violations: [], figures: [{ what: 'full disk not tried: no right to mount one', measured: 1 }] };
  }
  try {
    const fixture = await openFixture(run, place);
    const filler = join(place, 'filler');
    return await refusesClearly(fixture, {
      what: 'a full disk',
      fail: () => fill(filler),
      mend: () => rmSync(filler),
      mayTakeEnquiries: true,
    }).finally(() => fixture.shop.kill());
  } finally {
    execFileSync('umount', [place]);
  }
};

function fill(file: string): void {
  for (const bytes of [1_048_576, 4_096]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(bytes));
    } catch {
      // No space is left for this many bytes; the next round writes fewer.
    }
  }
}

/** While the disk fails, writes must be refused clearly and leave nothing, and pages must load. Afterwards writes must succeed again. */
async function refusesClearly(fixture: LimitsFixture, disk: Disk): Promise<Outcome> {
  const { honest, run, shop } = fixture;
  const violations: string[] = [];
  const acts = { enquiry: () => sendEnquiry(honest), picture: await uploadOf(fixture) };
  const before = { files: await filesUnder(fixture), enquiries: await countEnquiries(fixture) };
  const seen: { kind: keyof typeof acts; answer: Answer }[] = [];
  disk.fail();
  for (let round = 0; round < (run.size === 'full' ? 200 : 20); round += 1) {
    const kind = round % 4 ? 'enquiry' : 'picture';
    seen.push({ kind, answer: await acts[kind]() });
    const { status } = await honest.request('GET', '/');
    if (status !== 200) violations.push(`with ${disk.what} the home page answers ${status}`);
  }
  disk.mend();
  for (const { kind, answer } of seen) {
    const isTaken = kind === 'enquiry' && disk.mayTakeEnquiries && failureOf(answer) === null;
    const fault = isTaken ? null : faultOf(answer, 503);
    if (fault) violations.push(`${kind} with ${disk.what}: ${fault}`);
  }
  const taken = seen.filter(({ kind, answer }) => kind === 'enquiry' && answer.status === 201).length;
  if ((await countEnquiries(fixture)) !== before.enquiries + taken)
    violations.push(`${disk.what}: enquiries are lost or doubled`);
  const left = await filesLeft(fixture, before.files);
  if (left.length > 0) violations.push(`${disk.what} left ${left.length} files: ${left.slice(0, 5).join(', ')}`);
  for (const act of [acts.enquiry, acts.picture]) {
    const failure = failureOf(await act());
    if (failure) violations.push(`after ${disk.what}: ${failure}`);
  }
  const logged = /^.*"msg":"internal error".*$/m.exec(shop.output());
  if (logged) violations.push(`an internal error in the log with ${disk.what}: ${logged[0].slice(0, 1_000)}`);
  const refused = seen.filter(({ answer }) => answer.status === 503).length;
  return { violations, figures: [atLeast(5, `writes to ${disk.what}: refused clearly`, refused)] };
}

async function uploadOf({ honest, admin: token }: LimitsFixture): Promise<() => Promise<Answer>> {
  const bytes = await panel(900, 700).png({ compressionLevel: 0 }).toBuffer();
  const form = filesBody('images', { name: 'a.png', bytes });
  return () => honest.request('POST', '/api/admin/upload-images', { token, ...form });
}

async function countEnquiries({ honest, admin: token }: LimitsFixture): Promise<number> {
  return (await honest.call('listEnquiries', { token, query: { pageSize: 1, page: 1 } })).body.total;
}

/** Another program locks all tables for 3 s (short form: 1.7 s): pages must load as usual, and writes wait or are answered 503. */
export const lockedDatabase: Part = async (fixture) => {
  const heldFor = fixture.run.size === 'full' ? 3_000 : 1_700;
  await using writer = await openOutsideWriter(fixture.database);
  await writer.lock();
  const [times, answers] = await Promise.all([
    honestTimes(fixture, heldFor - 200),
    writeFor(fixture, heldFor - 200),
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
      timeFigure(fixture.run, 'pages, p99, while another program locks the database', quantile(times, 0.99), 250),
      timeFigure(fixture.run, 'writes meanwhile: longest wait for an answer', longest, 3_500),
      { what: 'writes meanwhile: refused', measured: answers.filter(({ status }) => status === 503).length },
    ],
  };
};

async function writeFor(fixture: LimitsFixture, milliseconds: number): Promise<Answer[]> {
  using client = createHttpClient(fixture.shop.address);
  const sent: Promise<Answer>[] = [];
  for (const until = performance.now() + milliseconds; performance.now() < until; await wait(100))
    sent.push(sendEnquiry(client));
  return await Promise.all(sent);
}
