import { argon2, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { ServiceUnavailable } from '#server/platform/failures.ts';

export interface PasswordHasher {
  /** PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. Throws ServiceUnavailable (503) when the queue is full. */
  hash(password: string): Promise<string>;
  /** False if `encoded` is not such a string, so nobody can sign in to an account without a hash. */
  verify(password: string, encoded: string): Promise<boolean>;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const fullCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;
/** At 25 ms each and two at once, the last in the queue waits for 12 seconds; nobody waits longer. */
const maxQueued = 1_000;

interface Cost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

export interface HasherOptions extends Partial<Cost> {
  randomBytes: (count: number) => Buffer;
}

export function createPasswordHasher({ randomBytes, ...cheaper }: HasherOptions): PasswordHasher {
  const cost = { ...fullCost, ...cheaper };
  // Hashing blocks threads of Node's pool, which file access needs too. More than one per processor gains nothing.
  const enqueue = createQueue(Math.min(4, availableParallelism()), maxQueued);
  return {
    hash: (password) =>
      enqueue(async () => {
        const salt = randomBytes(saltBytes);
        return encode(cost, salt, await derive(password, salt, cost, tagBytes));
      }),
    verify: async (password, encoded) => {
      const stored = decode(encoded);
      if (!stored) return false;
      return enqueue(async () =>
        timingSafeEqual(await derive(password, stored.salt, stored.cost, stored.tag.length), stored.tag),
      );
    },
  };
}

function derive(
  password: string,
  salt: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parameters = { message: Buffer.from(password), nonce: salt, memory, passes, parallelism, tagLength };
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

function decode(encoded: string): { cost: Cost; salt: Buffer; tag: Buffer } | null {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{16,86})$/.exec(
    encoded,
  );
  if (!parts) return null;
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Runs at most `concurrency` works at once. The others wait in order, at most `maxWaiting` of them; more throw ServiceUnavailable. */
function createQueue(concurrency: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let free = concurrency;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else if (waiting.length >= maxWaiting) throw new ServiceUnavailable('too many passwords are waiting to be hashed');
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next waiting work takes over this slot; it is free only if nothing waits.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
