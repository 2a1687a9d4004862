import { expect, it } from 'vitest';
import { askTogether } from './ask-together.ts';

it('answers all who wait with one question, and nobody with one that was asked before they came', async () => {
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = askTogether(() => {
    const question = Promise.withResolvers<string>();
    asked.push(question);
    return question.promise;
  });
  const first = ask();
  const [second, third] = [ask(), ask()];
  expect(asked).toHaveLength(1);
  asked[0]?.resolve('before');
  expect(await first).toBe('before');
  const fourth = ask();
  expect(asked).toHaveLength(2);
  asked[1]?.resolve('after');
  expect(await Promise.all([second, third])).toEqual(['after', 'after']);
  asked[2]?.resolve('later');
  expect(await fourth).toBe('later');
});

it('asks again after a question failed, whoever had waited for it', async () => {
  let failures = 1;
  const ask = askTogether(async () => {
    if (failures-- > 0) throw new Error('away');
    return 'there';
  });
  const [first, second] = await Promise.allSettled([ask(), ask()]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
});
