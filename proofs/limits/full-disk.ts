import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import type { Outcome } from '../proof.ts';
import { type Answer, faultOf, isGranted, textOf } from './client.ts';
import { type LimitsFixture, openFixture, type Part } from './fixture.ts';
import { write } from './locked.ts';
import { filesLeft, filesUnder } from './uploads.ts';

interface Disk {
  what: string;
  fail(): void;
  mend(): void;
  /** Writes it may take even so: into space that a file has already, or onto another disk. */
  mayTake(kind: 'message' | 'picture'): boolean;
}

/** No file of the shop's process can grow beyond 4 KB: the system refuses (EFBIG), which SQLite calls an I/O error. */
export const failingDisk: Part = (fixture) => {
  const limitFiles = (bytes: string) =>
    void execFileSync('prlimit', [`--pid=${fixture.shop.child.pid}`, `--fsize=${bytes}:unlimited`]);
  return refusesClearly(fixture, {
    what: 'a failing disk',
    fail: () => limitFiles('4096'),
    mend: () => limitFiles('unlimited'),
    // PostgreSQL has a disk of its own.
    mayTake: (kind) => fixture.run.engine === 'postgres' && kind === 'message',
  });
};

/** A shop on a disk of 48 MB that another program fills. Skipped without the right to mount one. */
export const fullDisk: Part = async ({ run }) => {
  if (run.size !== 'full') return { figures: [], violations: [] };
  const place = join(run.directory, 'small-disk');
  mkdirSync(place);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', place], { stdio: 'ignore' });
  } catch {
    return { violations: [], figures: [{ what: 'full disk not tried: no right to mount one', measured: 1 }] };
  }
  try {
    const fixture = await openFixture(run, { place, isSmall: true });
    const filler = join(place, 'filler');
    return await refusesClearly(fixture, {
      what: 'a full disk',
      fail: () => fill(filler),
      mend: () => rmSync(filler),
      mayTake: (kind) => kind === 'message',
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
      // No space left for so much: now for less.
    }
  }
}

/** Clear refusals, nothing half done, pages as ever; and all is well once the disk is. */
async function refusesClearly(fixture: LimitsFixture, disk: Disk): Promise<Outcome> {
  const violations: string[] = [];
  const client = createHttpClient(fixture.shop.address);
  const acts = { message: () => write(client), picture: await uploadOf(fixture, client) };
  const before = { files: await filesUnder(fixture), messages: await messagesIn(fixture) };
  const seen: { kind: keyof typeof acts; answer: Answer }[] = [];
  disk.fail();
  for (let round = 0; round < (fixture.run.size === 'full' ? 200 : 20); round += 1) {
    const kind = round % 4 ? 'message' : 'picture';
    seen.push({ kind, answer: await acts[kind]() });
    const page = await client.request('GET', '/');
    if (page.status !== 200) violations.push(`with ${disk.what} the home page answers ${page.status}`);
  }
  disk.mend();
  for (const { kind, answer } of seen) {
    const fault = isGranted(answer) && disk.mayTake(kind) ? null : faultOf(answer, [503]);
    if (fault) violations.push(`a ${kind} with ${disk.what}: ${fault}`);
  }
  const kept = seen.filter(({ kind, answer }) => kind === 'message' && answer.status === 201).length;
  const left = await filesLeft(fixture, before.files);
  if (left.length > 0) violations.push(`${disk.what} left ${left.length} files: ${left.slice(0, 5).join(', ')}`);
  if ((await messagesIn(fixture)) !== before.messages + kept)
    violations.push(`${disk.what}: messages are lost or doubled`);
  for (const act of [acts.message, acts.picture]) {
    const answer = await act();
    if (!isGranted(answer)) violations.push(`after ${disk.what}: ${answer.status} ${textOf(answer)}`);
  }
  const accident = /^.*"msg":"internal error".*$/m.exec(fixture.shop.output());
  if (accident) violations.push(`an accident in the log with ${disk.what}: ${accident[0].slice(0, 1_000)}`);
  client.close();
  const refused = seen.filter(({ answer }) => answer.status === 503).length;
  return {
    violations,
    figures: [{ what: `writes to ${disk.what}: refused clearly`, measured: refused, wanted: { atLeast: 5 } }],
  };
}

async function uploadOf({ admin: token }: LimitsFixture, client: HttpClient): Promise<() => Promise<Answer>> {
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#1b7f4d' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return () =>
    client.request('POST', '/api/admin/upload-images', { token, ...filesBody('images', { name: 'a.png', bytes }) });
}

const enquiries = z.object({ total: z.number() });

async function messagesIn({ honest, admin: token }: LimitsFixture): Promise<number> {
  return enquiries.parse((await honest.request('GET', '/api/admin/enquiries?pageSize=1&page=1', { token })).body).total;
}
