import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { z } from 'zod';

export interface EncodingOrder {
  original: Buffer;
  /** Pixels: of the widest variant of this original, and of the one that is ordered. */
  widest: number;
  width: number;
  format: 'avif' | 'webp';
}

export interface Encoder {
  /** One at a time. Throws when the picture cannot be encoded, and when `end` is called meanwhile. */
  encode(order: EncodingOrder): Promise<Buffer>;
  /** Ends the process at once; the next order starts another. */
  end(): void;
}

const reply = z.object({ bytes: z.instanceof(Uint8Array) }).or(z.object({ failure: z.string() }));

/**
 * Encodes in a process of its own: AVIF leaves some 300 MB of the allocator's pieces behind, which only the end of a process
 * gives back, and the system can let people's requests go first. It ends with this process, however that ends.
 */
export function createEncoder(): Encoder {
  let child: ChildProcess | null = null;
  let lastSent: Buffer | null = null;
  const running = () => {
    if (child?.connected) return child;
    lastSent = null;
    child = startProcess();
    return child;
  };
  return {
    async encode({ original, ...order }) {
      const worker = running();
      const answer = nextAnswer(worker);
      worker.send({ ...order, original: original === lastSent ? null : original });
      lastSent = original;
      return answer;
    },
    end() {
      child?.kill('SIGKILL');
      child = null;
    },
  };
}

function startProcess(): ChildProcess {
  const child = fork(new URL('./encoding-process.ts', import.meta.url), [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // None of the shop's settings: some are secrets.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
  });
  child.on('error', () => undefined);
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Not allowed everywhere; then it shares alike.
  }
  return child;
}

function nextAnswer(child: ChildProcess): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const onMessage = (message: unknown) => {
    child.off('exit', onExit);
    const answer = reply.parse(message);
    if ('bytes' in answer) resolve(Buffer.from(answer.bytes));
    else reject(new Error(answer.failure));
  };
  const onExit = () => {
    child.off('message', onMessage);
    reject(new Error('the encoding process ended'));
  };
  child.once('message', onMessage);
  child.once('exit', onExit);
  return promise;
}
