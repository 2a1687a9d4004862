import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toCents } from '#contract/money.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, owner } from '#server/testing/shop-process.ts';
import { until } from '#server/testing/waiting.ts';
import { type Account, emptyAccount } from '../load/account.ts';
import type { Listing, Person } from '../load/actions.ts';
import { createLoadRecord, createWorker, startWork, type Worker } from '../load/workers.ts';
import { Disk, type Files } from './disk.ts';
import { asFound, type DiskCall, readTrace, type SentAnswer, underStrace } from './trace.ts';

/** The account that was acknowledged at this place of the trace (`DiskCall`). */
export interface State {
  place: number;
  account: Account;
}

/** What the shop acknowledged to one person, oldest first. */
interface History {
  id: string;
  email: string;
  states: State[];
}

/** What happened in a few openings of the shop, as its disk and its clients saw it. */
export type Recording = Awaited<ReturnType<typeof record>>;

interface RecordingOptions {
  directory: string;
  random: SeededRandom;
  /** `requests`: the number of requests of each person in each opening. */
  size: { customers: number; pieces: number; requests: number };
  /** How often the shop is started. Each time it is ended again, by SIGTERM and by SIGKILL in turn. */
  openings: number;
  nodeOptions?: readonly string[];
}

/** Paths relative to the root of the recording. */
export const paths = { data: 'data', database: join('data', 'shop.db') };

/** Runs the real shop under strace and records every change of its files. Throws if a change was not recorded. */
export async function record(options: RecordingOptions) {
  const { directory, random, size, openings, nodeOptions = [] } = options;
  const root = join(directory, 'disk');
  await mkdir(root, { recursive: true });
  const calls: DiskCall[] = [];
  const answers: number[] = [];
  const times: number[] = [];
  const histories = new Map<Worker, History>();
  let signedUp: SignedUp | null = null;
  for (let opening = 0; opening < openings; opening += 1) {
    const file = join(directory, `trace-${opening}`);
    const shop = await openShop({
      databaseUrl: `file:${join(root, paths.database)}`,
      directory: join(root, paths.data),
      under: underStrace(file),
      nodeOptions,
    });
    const tracer = tracerOf(shop.child.pid ?? 0);
    signedUp ??= await signUp(shop.address, random, size);
    await workFor(signedUp, shop.address, random, size.requests);
    if (opening % 2 === 0) await shop.stop();
    else await shop.kill();
    // strace ends a little after the program, later on a busy machine; only then does the file have all calls of all threads.
    await until(() => !isRunning(tracer), 'strace ends', { patience: 40_000, every: 20 });

    const trace = await readTrace(file, root, times.length);
    await rm(file);
    for (const time of trace.times) times.push(time);
    for (const call of trace.calls) {
      const found = asFound(call);
      if (found) calls.push(found);
    }
    for (const { place } of trace.answers) answers.push(place);
    const answersOf = Map.groupBy(trace.answers, ({ connection }) => connection);
    for (const worker of signedUp.workers) noteStates(histories, worker, answersOf);
  }
  const files = await verifiedFiles(root, calls);
  const admin = signedUp?.admin.id ?? '';
  return {
    root,
    /** Calls on files below `root` (which existed before), ordered by `placeOf`. */
    calls,
    /** Places of all answers, in order. */
    answers,
    histories: [...histories.values()],
    /** The id of the admin's account. */
    admin,
    /** The files at the end of the recording. */
    files,
    /** The time of a place, epoch milliseconds. */
    timeOf: (place: number) => times[place] ?? 0,
  };
}

async function workFor({ admin, workers, pieces }: SignedUp, address: string, random: SeededRandom, most: number) {
  const loadRecord = createLoadRecord();
  await startWork({ admin, pieces, random }, workers, address, loadRecord, { most, uploadsOften: true }).ended;
  if (loadRecord.violations.length > 0 || workers.some(({ pending }) => pending !== null))
    throw new Error(`The shop could not be recorded: ${loadRecord.violations.join(' ') || 'a call was not answered'}`);
}

/**
 * Adds to `histories` what was acknowledged to the worker in this opening, with the place of each answer. `answersOf`: the answers in
 * the trace of this opening, by connection.
 */
function noteStates(
  histories: Map<Worker, History>,
  worker: Worker,
  answersOf: ReadonlyMap<string, readonly SentAnswer[]>,
): void {
  const { id, email } = worker.person;
  const known = histories.get(worker) ?? { id, email, states: [] };
  histories.set(worker, known);
  for (const { account, connection, ordinal } of worker.history.splice(0)) {
    const answer = answersOf.get(connection)?.[ordinal];
    if (!answer) throw new Error(`The trace lacks answer ${ordinal} of ${connection}`);
    known.states.push({ place: answer.place, account });
  }
}

/** The process id of the strace that follows a process. */
function tracerOf(pid: number): number {
  const [, tracer = '0'] = /^TracerPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (tracer === '0') throw new Error(`No strace follows the process ${pid}`);
  return Number(tracer);
}

/** Whether the process still runs. A zombie does not: it has ended, but its parent has not read its exit code. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    // The file is gone with the process.
    return false;
  }
}

/** The files as the calls made them. Throws if the real files differ: then a change was not recorded. */
async function verifiedFiles(root: string, calls: readonly DiskCall[]): Promise<Files> {
  const disk = new Disk(root);
  for (const call of calls) disk.apply(call);
  const seen = disk.seen();
  const listed = await readdir(root, { recursive: true, withFileTypes: true });
  const real = listed.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of new Set([...real, ...seen.keys()])) {
    // SQLite changes its shared memory without system calls, and the shared memory need not survive.
    if (path.endsWith('-shm')) continue;
    const bytes = existsSync(path) ? await readFile(path) : null;
    if (seen.get(path)?.equals(bytes ?? Buffer.from('missing'))) continue;
    throw new Error(`${path} (${bytes?.length} bytes) is not as the trace says (${seen.get(path)?.length} bytes)`);
  }
  return seen;
}

interface SignInBody {
  mode: 'signin' | 'register';
  /** Only when `mode` is `register`. */
  name?: string;
  email: string;
  password: string;
}

interface SignedUp {
  admin: Person;
  workers: readonly Worker[];
  pieces: readonly Listing[];
}

/** In an empty, running shop the owner signs in and adds pieces, and customers register. All of it is acknowledged. */
async function signUp(
  address: string,
  random: SeededRandom,
  counts: { customers: number; pieces: number },
): Promise<SignedUp> {
  using client = createHttpClient(address, { connections: 1 });
  const enter = async (body: SignInBody): Promise<Worker> => {
    const answer = await client.call('authenticate', { body });
    const { id, name } = answer.body.user;
    const { token } = answer.body;
    const person = { id, token, otherToken: '', email: body.email, password: body.password };
    // Only the shop knows the hash of the password.
    const account = { ...emptyAccount, name, phone: '', passwordHash: '', sessions: 1 };
    const worker = createWorker(person, account);
    const { connection, ordinal } = answer;
    worker.history.push({ account, connection, ordinal });
    return worker;
  };
  const first = await enter({ mode: 'signin', ...owner });
  const pieces: Listing[] = [];
  for (let number = 1; number <= counts.pieces; number += 1) {
    const body = { name: `Piece ${number}`, price: 10 + random.below(5_000), unique: number % 4 !== 0 };
    const { product } = (await client.call('addProduct', { token: first.person.token, body })).body;
    pieces.push({ id: product.id, name: product.name, cents: toCents(body.price), isUnique: body.unique });
  }
  const workers = [first];
  for (let number = 1; number <= counts.customers; number += 1) {
    const email = `customer-${number}@example.com`;
    workers.push(await enter({ mode: 'register', name: `Customer ${number}`, email, password: 'secret1' }));
  }
  return { admin: first.person, workers, pieces };
}
