import { expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

it('shares one run among all who wait, and gives nobody the result of a run that began before their call', async () => {
  const runs: PromiseWithResolvers<string>[] = [];
  const call = coalesce(() => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  });
  const first = call();
  const [second, third] = [call(), call()];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve('before');
  expect(await first).toBe('before');
  const fourth = call();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve('after');
  expect(await Promise.all([second, third])).toEqual(['after', 'after']);
  runs[2]?.resolve('later');
  expect(await fourth).toBe('later');
});

it('runs again for those who waited for a run that failed', async () => {
  let failures = 1;
  const call = coalesce(async () => {
    if (failures-- > 0) throw new Error('unavailable');
    return 'available';
  });
  const [first, second] = await Promise.allSettled([call(), call()]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
});
