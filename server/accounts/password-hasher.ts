import { argon2, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { DatabaseAway } from '#server/database/failures.ts';

export interface PasswordHasher {
  /** PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. Throws DatabaseAway (the door's 503) when too many wait. */
  hash(password: string): Promise<string>;
  /** False for anything that is no such string, so an account with an empty one cannot be signed in to. */
  verify(password: string, encoded: string): Promise<boolean>;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane (ARCHITECTURE.md, decision 9). */
const fullCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;
/** Those behind it would wait for longer than anybody does: at some 25 ms each, two at once, 12 seconds. */
const waitingAtMost = 1_000;

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
  // More than there are processors would only take Node's file threads away.
  const inQueue = createQueue(Math.min(4, availableParallelism()), waitingAtMost);
  return {
    hash: (password) =>
      inQueue(async () => {
        const salt = randomBytes(saltBytes);
        return encode(cost, salt, await derive(password, salt, cost, tagBytes));
      }),
    verify: async (password, encoded) => {
      const known = decode(encoded);
      if (!known) return false;
      return inQueue(async () =>
        timingSafeEqual(await derive(password, known.salt, known.cost, known.tag.length), known.tag),
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

/** At most `places` at once; the others wait in the order they came, at most `bound` of them. */
function createQueue(places: number, bound: number) {
  const waiting: (() => void)[] = [];
  let free = places;
  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (free > 0) free -= 1;
    else if (waiting.length >= bound) throw new DatabaseAway('too many passwords are waiting to be checked');
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place is handed on; it is free only when nobody waits.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
