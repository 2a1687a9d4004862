import { expect, it } from 'vitest';
import { costlyPatterns } from './check-patterns.ts';

it('a pattern that scans the same characters again and again is found with its line', () => {
  expect(costlyPatterns('server/x.ts', 'const a = 1;\nexport const b = /\\s*\\n\\s*/g;')).toEqual([
    'server/x.ts:2: /\\s*\\n\\s*/g can take more than linear time',
  ]);
  expect(costlyPatterns('server/x.ts', 'export const end = /(a+)+$/;')).toHaveLength(1);
  expect(costlyPatterns('server/x.ts', 'export const end = /(?<!\\s)\\s*\\n\\s*/g;')).toEqual([]);
});

it('a composed pattern and a call of normalize are found where no reason is given', () => {
  expect(costlyPatterns('web/x.tsx', "export const at = (word: string) => new RegExp(word + '$');")).toHaveLength(1);
  expect(costlyPatterns('web/x.tsx', "export const plain = (text: string) => text.normalize('NFC');")).toHaveLength(1);
});
