import { argon2, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createFairQueue, type Turn } from '#server/platform/concurrency/fair-queue.ts';

export interface PasswordHasher {
  /**
   * Returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. Throws ServiceUnavailable (503) when the queue is full, or has
   * too many tasks of this caller.
   */
  hash(password: string, turn?: HashingTurn): Promise<string>;
  /** Whether it is the password of this PHC string. False for any other string, so nobody can sign in to an account without a hash. */
  verify(password: string, encoded: string, turn?: HashingTurn): Promise<boolean>;
  /**
   * Runs a whole sign-in or registration when it is the caller's turn, so that its database queries do not delay those of others.
   * Throws ServiceUnavailable (503) like `hash`.
   */
  inTurn<Result>(turn: HashingTurn, work: () => Promise<Result>): Promise<Result>;
}

/**
 * The caller is the client's network, or the account of a session. Sign-ins, registrations and the rest take turns, and so do
 * the callers of each, so nobody can hold up the others.
 */
export interface HashingTurn extends Turn {
  lane: 'sign-in' | 'registration' | 'account';
}

const ownTurn: HashingTurn = { lane: 'account', caller: 'the shop' };

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
  /** How many passwords of one caller may wait in each lane; by default as many as of all callers together. */
  maxQueuedPerCaller?: number | undefined;
  randomBytes: (count: number) => Buffer;
}

export function createPasswordHasher({ randomBytes, maxQueuedPerCaller, ...cheaper }: HasherOptions): PasswordHasher {
  const cost = { ...fullCost, ...cheaper };
  // Hashing blocks threads of Node's pool, which file access needs too. More than one per processor gains nothing.
  const concurrency = Math.min(4, availableParallelism());
  const busy = 'too many passwords are waiting to be hashed';
  const limits = { maxWaiting: maxQueued, maxWaitingPerCaller: maxQueuedPerCaller, busy };
  const enqueue = createFairQueue({ concurrency, ...limits });
  return {
    // More than are hashed at a time, because some read and write the database while others hash.
    inTurn: createFairQueue({ concurrency: 4 * concurrency, ...limits }),
    hash: (password, turn = ownTurn) =>
      enqueue(turn, async () => {
        const salt = randomBytes(saltBytes);
        return encode(cost, salt, await derive(password, salt, cost, tagBytes));
      }),
    verify: async (password, encoded, turn = ownTurn) => {
      const stored = decode(encoded);
      if (!stored) return false;
      return enqueue(turn, async () =>
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

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '');
