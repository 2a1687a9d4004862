import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { DatabaseAway } from '#server/database/failures.ts';
import { createPasswordHasher } from './password-hasher.ts';

const hasher = createPasswordHasher({ randomBytes, memory: 64, passes: 1 });

it('Passwords wait their turn, a thousand at most; whoever comes after them is told to come back', async () => {
  const encoded = await hasher.hash('secret1');
  const crowd = await Promise.allSettled(Array.from({ length: 1_500 }, () => hasher.verify('secret1', encoded)));
  const checked = crowd.filter((one) => one.status === 'fulfilled');
  expect(checked.every((one) => one.value)).toBe(true);
  expect(checked.length).toBeGreaterThanOrEqual(1_001);
  expect(checked.length).toBeLessThanOrEqual(1_004);
  const refused = crowd.filter((one) => one.status === 'rejected');
  expect(refused.every((one) => one.reason instanceof DatabaseAway)).toBe(true);
  expect(await hasher.verify('secret1', encoded)).toBe(true);
});
