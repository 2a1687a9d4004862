import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import type { Outcome } from '../proof.ts';
import { write } from './locked.ts';
import { openStage, type Part, type Stage } from './stage.ts';
import { filesLeft, filesUnder } from './uploads.ts';
import { type Answer, createVisitor, faultOf, filesBody, type Visitor } from './visitor.ts';

interface Disk {
  what: string;
  fail(): void;
  mend(): void;
  /** Writes it may take even so: into space that a file has already, or onto another disk. */
  mayTake(kind: 'message' | 'picture'): boolean;
}

/** No file of the shop's process can grow beyond 4 KB: the system refuses (EFBIG), which SQLite calls an I/O error. */
export const failingDisk: Part = (stage) => {
  const limitFiles = (bytes: string) =>
    void execFileSync('prlimit', [`--pid=${stage.shop.child.pid}`, `--fsize=${bytes}:unlimited`]);
  return refusesClearly(stage, {
    what: 'a failing disk',
    fail: () => limitFiles('4096'),
    mend: () => limitFiles('unlimited'),
    // PostgreSQL has a disk of its own.
    mayTake: (kind) => stage.run.engine === 'postgres' && kind === 'message',
  });
};

/** A shop on a disk of 48 MB that somebody else fills. Who may not mount one goes without. */
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
    const stage = await openStage(run, { place, isSmall: true });
    const filler = join(place, 'filler');
    return await refusesClearly(stage, {
      what: 'a full disk',
      fail: () => fill(filler),
      mend: () => rmSync(filler),
      mayTake: (kind) => kind === 'message',
    }).finally(() => stage.shop.kill());
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
async function refusesClearly(stage: Stage, disk: Disk): Promise<Outcome> {
  const violations: string[] = [];
  const visitor = createVisitor(stage.shop.address);
  const acts = { message: () => write(visitor), picture: await uploadOf(stage, visitor) };
  const before = { files: await filesUnder(stage), messages: await messagesIn(stage) };
  const seen: { kind: keyof typeof acts; answer: Answer }[] = [];
  disk.fail();
  for (let round = 0; round < (stage.run.size === 'full' ? 200 : 20); round += 1) {
    const kind = round % 4 ? 'message' : 'picture';
    seen.push({ kind, answer: await acts[kind]() });
    const page = await visitor.ask('/');
    if (page.status !== 200) violations.push(`with ${disk.what} the home page answers ${page.status}`);
  }
  disk.mend();
  for (const { kind, answer } of seen) {
    const fault = answer.status < 300 && disk.mayTake(kind) ? null : faultOf(answer, [503]);
    if (fault) violations.push(`a ${kind} with ${disk.what}: ${fault}`);
  }
  const kept = seen.filter(({ kind, answer }) => kind === 'message' && answer.status === 201).length;
  const left = await filesLeft(stage, before.files);
  if (left.length > 0) violations.push(`${disk.what} left ${left.length} files: ${left.slice(0, 5).join(', ')}`);
  if ((await messagesIn(stage)) !== before.messages + kept)
    violations.push(`${disk.what}: messages are lost or doubled`);
  for (const act of [acts.message, acts.picture]) {
    const answer = await act();
    if (answer.status >= 300) violations.push(`after ${disk.what}: ${answer.status} ${answer.text}`);
  }
  const accident = /^.*"msg":"accident".*$/m.exec(stage.shop.said());
  if (accident) violations.push(`an accident in the log with ${disk.what}: ${accident[0].slice(0, 1_000)}`);
  visitor.leave();
  const refused = seen.filter(({ answer }) => answer.status === 503).length;
  return {
    violations,
    figures: [{ what: `writes to ${disk.what}: refused clearly`, measured: refused, wanted: { atLeast: 5 } }],
  };
}

async function uploadOf({ admin: token }: Stage, visitor: Visitor): Promise<() => Promise<Answer>> {
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#1b7f4d' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return () => visitor.ask('/api/admin/upload-images', { token, ...filesBody('images', [{ name: 'a.png', bytes }]) });
}

const enquiries = z.object({ total: z.number() });

async function messagesIn({ honest, admin: token }: Stage): Promise<number> {
  return enquiries.parse((await honest.ask('/api/admin/enquiries?pageSize=1&page=1', { token })).json).total;
}
