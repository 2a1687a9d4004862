import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/**
 * A system call that changes or syncs files. It began at the place `at` and had returned at the place `done` (infinite if the process was
 * killed during the call). A place is the number of a line of the traces, counted through all openings of the shop.
 */
export type DiskCall = { at: number; done: number; path: string } & (
  | { what: 'open'; empties: boolean }
  | { what: 'write'; offset: number; bytes: Buffer }
  | { what: 'truncate'; size: number }
  | { what: 'make directory' }
  | { what: 'remove' }
  | { what: 'rename'; to: string }
  | { what: 'link'; to: string }
  | { what: 'sync' }
);

/** The sending of the first bytes of an HTTP answer. */
export interface SentAnswer {
  place: number;
  /** `<port of the shop>-><port of the client>`, as the client (http-client.ts) names the connection. */
  connection: string;
}

interface Trace {
  /** Sorted by `placeOf`. */
  calls: DiskCall[];
  answers: SentAnswer[];
  /** Epoch milliseconds of each line of this trace; the first line is the place `first` of `readTrace`. */
  times: Float64Array;
}

/**
 * The place from which a call counts: a sync is certain only when it has returned; any other call may have its effect as soon as
 * it began.
 */
export const placeOf = (call: DiskCall): number => (call.what === 'sync' ? call.done : call.at);

/**
 * The system calls that are traced: `readTrace` understands each, or throws. Changes by other calls are found at the end, when the
 * recording is compared with the real files.
 */
const tracedCalls =
  'open openat creat write pwrite64 writev pwritev pwritev2 ftruncate truncate fallocate fsync ' +
  'fdatasync rename renameat renameat2 unlink unlinkat link linkat mkdir mkdirat rmdir sendto sendmsg copy_file_range';

/**
 * The command line that runs a program under strace. The trace is written to `file`, with all bytes in hex, and with the file or
 * connection of each descriptor. `-D`: the traced program stays the caller's own child.
 */
export const underStrace = (file: string): string[] => [
  ...['strace', '-D', '-f', '--seccomp-bpf', '-ttt', '-yy', '-xx', '-s', '1000000000', '-e', 'signal=SIGKILL'],
  ...['-e', `trace=${tracedCalls.replaceAll(' ', ',')}`, '-o', file],
];

/** A call as strace writes it: `text` is the line without thread and time. */
interface TracedCall {
  at: number;
  done: number;
  text: string;
}

interface ParsedCall {
  at: number;
  done: number;
  name: string;
  /** The arguments as strace writes them. */
  args: string[];
  /** The return value; negative if the call failed. */
  returned: number;
  /** The file of the returned descriptor. */
  opened: string | null;
}

/**
 * Reads a trace that `underStrace` wrote: the calls on files below `root` (absolute), and when answers were sent. `first`: the place of
 * the first line. Throws at a call on a file that it does not understand.
 */
export async function readTrace(file: string, root: string, first = 0): Promise<Trace> {
  const lines = (await readFile(file, 'latin1')).split('\n');
  const times = new Float64Array(lines.length);
  const calls: DiskCall[] = [];
  const answers: SentAnswer[] = [];
  const positions = new Map<string, number>();
  const mark = hexOf(root);
  for (const call of completed(lines, times, first)) {
    if (call.text.includes(mark)) {
      const parsed = parse(call);
      if (parsed.returned >= 0) calls.push(...diskCalls(parsed, positions));
    } else if (call.text.includes('<TCP:[')) {
      const connection = /<TCP:\[[^\]]*?:(\d+)->[^\]]*?:(\d+)\]>/.exec(call.text);
      if (connection && call.text.includes(`"${startOfAnswer}`))
        answers.push({ place: call.at, connection: `${connection[1]}->${connection[2]}` });
    }
  }
  calls.sort((left, right) => placeOf(left) - placeOf(right));
  answers.sort((left, right) => left.place - right.place);
  return { calls, answers, times };
}

export function hexOf(text: string): string {
  return Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&');
}

const startOfAnswer = hexOf('HTTP/1.1 ');

/**
 * The complete calls. If calls of several threads overlap, strace writes the beginning and the end of a call in two lines, which are
 * joined here. Also puts the time of each line into `times`.
 */
function* completed(lines: readonly string[], times: Float64Array, first: number): Generator<TracedCall> {
  const begun = new Map<string, { at: number; text: string }>();
  for (const [index, line] of lines.entries()) {
    const place = first + index;
    const head = /^(\d+) +(\d+\.\d+) /.exec(line);
    if (!head) continue;
    const [{ length }, thread = '', seconds] = head;
    times[index] = Number(seconds) * 1000;
    const text = line.slice(length);
    if (text.startsWith('<... ')) {
      const start = begun.get(thread);
      begun.delete(thread);
      if (start) yield { at: start.at, done: place, text: start.text + text.slice(text.indexOf('resumed>') + 8) };
    } else if (text.endsWith(unfinished)) begun.set(thread, { at: place, text: text.slice(0, -unfinished.length) });
    else if (!/^(\+\+\+|---)/.test(text)) yield { at: place, done: place, text };
  }
  // The process was killed during these calls: they may have had their effect (asFound), and nothing waited for their results.
  for (const { at, text } of begun.values()) yield { at, done: Number.POSITIVE_INFINITY, text: `${text}) = 0` };
}

const unfinished = ' <unfinished ...>';

function parse({ at, done, text }: TracedCall): ParsedCall {
  const open = text.indexOf('(');
  const end = text.lastIndexOf(') = ');
  const returned = text.slice(end + 4);
  return {
    at,
    done,
    name: text.slice(0, open),
    args: text.slice(open + 1, end).split(', '),
    returned: Number.parseInt(returned, 10),
    opened: /<([^>]*)>/.exec(returned)?.[1] ?? null,
  };
}

/**
 * The changes and syncs of files that a call makes; none for other calls. `positions`: how far each open file has been written by calls
 * that do not say where.
 */
function diskCalls(call: ParsedCall, positions: Map<string, number>): DiskCall[] {
  const { at, done, name, args, returned, opened } = call;
  // Calls like `openat` have the working directory as their first argument; all paths are absolute.
  const [first = '', second = '', , fourth = ''] = args.filter((arg) => !arg.startsWith('AT_FDCWD'));
  const wasKilled = done === Number.POSITIVE_INFINITY;
  if (name.startsWith('open')) {
    if (opened === null && !wasKilled) return [];
    positions.set(`${returned}<${opened}>`, 0);
    const flags = second.split('|');
    const empties = flags.includes('O_TRUNC');
    const path = textOf(opened ?? first);
    return empties || flags.includes('O_CREAT') ? [{ at, done, path, what: 'open', empties }] : [];
  }
  if (first.startsWith('"')) return [{ at, done, path: textOf(first), ...changeOfName(call, textOf(second)) }];

  // A message between processes may name a file, too.
  if (/^\d+<(UNIX|TCP|pipe:)/.test(first)) return [];
  const [, file, gone] = /^\d+<([^>]*)>(\(deleted\))?$/.exec(first) ?? [];
  if (file === undefined) throw notUnderstood(call);
  if (gone) return [];
  const path = textOf(file);
  if (name === 'fsync' || name === 'fdatasync') return wasKilled ? [] : [{ at, done, path, what: 'sync' }];
  if (name === 'ftruncate') return [{ at, done, path, what: 'truncate', size: Number(second) }];
  const isSequential = name === 'write' || name === 'writev';
  if (!isSequential && name !== 'pwrite64') throw notUnderstood(call);
  const whole = Buffer.concat(args.filter((arg) => arg.includes('"')).map(bytesOf));
  const bytes = wasKilled ? whole : whole.subarray(0, returned);
  const offset = isSequential ? (positions.get(first) ?? 0) : Number(fourth);
  if (isSequential) positions.set(first, offset + bytes.length);
  return [{ at, done, path, what: 'write', offset, bytes }];
}

function changeOfName(
  call: ParsedCall,
  to: string,
): { what: 'make directory' } | { what: 'remove' } | { what: 'rename'; to: string } | { what: 'link'; to: string } {
  if (call.name.startsWith('mkdir')) return { what: 'make directory' };
  if (call.name.startsWith('unlink') || call.name === 'rmdir') return { what: 'remove' };
  if (call.name.startsWith('rename')) return { what: 'rename', to };
  if (call.name.startsWith('link')) return { what: 'link', to };
  throw notUnderstood(call);
}

const notUnderstood = ({ name, args }: ParsedCall) =>
  new Error(`The trace has a call that is not understood: ${name}(${args.map((arg) => arg.slice(0, 80)).join(', ')})`);

/** The bytes of an argument in quotes, in which every byte is written as `\xNN`. */
function bytesOf(arg: string): Buffer {
  return Buffer.from(arg.slice(arg.indexOf('"') + 1, arg.lastIndexOf('"')).replaceAll('\\x', ''), 'hex');
}

const textOf = (arg: string) => bytesOf(arg.includes('"') ? arg : `"${arg}"`).toString();

/**
 * For a call during which its process was killed, the part of it whose effect is in the files; null if it had no effect. The files must
 * not have changed since. Other calls are returned unchanged.
 */
export function asFound(call: DiskCall): DiskCall | null {
  if (call.done !== Number.POSITIVE_INFINITY) return call;
  if (call.what === 'write') return asWritten(call);
  return hadEffect(call) ? call : null;
}

function hadEffect(call: DiskCall): boolean {
  const exists = existsSync(call.path);
  if (call.what === 'open') return exists && (!call.empties || statSync(call.path).size === 0);
  if (call.what === 'truncate') return exists && statSync(call.path).size === call.size;
  if (call.what === 'remove') return !exists;
  if (call.what === 'rename') return !exists && existsSync(call.to);
  if (call.what === 'link') return existsSync(call.to);
  return exists;
}

/** The part of a write that is in the file: the kernel may stop in the middle of a write. */
function asWritten(call: DiskCall & { what: 'write' }): DiskCall | null {
  if (!existsSync(call.path)) return null;
  const found = readFileSync(call.path).subarray(call.offset);
  let length = 0;
  while (length < call.bytes.length && found[length] === call.bytes[length]) length += 1;
  return length === 0 ? null : { ...call, bytes: call.bytes.subarray(0, length) };
}
