import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ServiceUnavailable } from '#server/platform/failures.ts';
import { createPasswordHasher } from './password-hasher.ts';

describe('A password hash', () => {
  it('is salted argon2id with 19 MiB and two passes', async () => {
    const hasher = createPasswordHasher({ randomBytes });
    const encoded = await hasher.hash('secret1');
    expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await hasher.hash('secret1')).not.toBe(encoded);
    expect(await hasher.verify('secret1', encoded)).toBe(true);
    expect(await hasher.verify('secret2', encoded)).toBe(false);
  });

  it('never verifies when it is malformed', async () => {
    const hasher = createPasswordHasher({ randomBytes, memory: 64 });
    for (const encoded of ['', 'secret1', '$argon2id$v=19$m=64,t=1,p=1$$'])
      expect(await hasher.verify('secret1', encoded)).toBe(false);
  });

  it('is refused while the queue is full, and computed again afterwards', async () => {
    const hasher = createPasswordHasher({ randomBytes, memory: 8, passes: 1 });
    const hashes = await Promise.allSettled(Array.from({ length: 2_200 }, () => hasher.hash('secret1')));
    expect(hashes.filter((hash) => hash.status === 'rejected').length).toBeGreaterThan(100);
    expect(await hasher.hash('secret1')).toContain('$argon2id$');
  });

  it('is verified while at most a thousand are waiting; further ones are refused', async () => {
    const hasher = createPasswordHasher({ randomBytes, memory: 64, passes: 1 });
    const encoded = await hasher.hash('secret1');
    const results = await Promise.allSettled(Array.from({ length: 1_500 }, () => hasher.verify('secret1', encoded)));
    const checked = results.filter((result) => result.status === 'fulfilled');
    expect(checked.every((result) => result.value)).toBe(true);
    expect(checked.length).toBeGreaterThanOrEqual(1_001);
    expect(checked.length).toBeLessThanOrEqual(1_004);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.every((result) => result.reason instanceof ServiceUnavailable)).toBe(true);
    expect(await hasher.verify('secret1', encoded)).toBe(true);
  });

  it('does not wait behind the passwords of another caller', async () => {
    const hasher = createPasswordHasher({ randomBytes, memory: 64, passes: 1, maxQueuedPerCaller: 100 });
    const finished: string[] = [];
    const hash = (caller: string, lane: 'sign-in' | 'registration') =>
      hasher.hash('secret1', { caller, lane }).then(() => finished.push(caller));
    const crowd = Promise.allSettled(Array.from({ length: 300 }, () => hash('crowd', 'registration')));
    await Promise.all([hash('honest', 'registration'), hash('returning', 'sign-in')]);
    expect(finished.length).toBeLessThan(20);
    const refused = (await crowd).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(196);
  });
});
