import { beforeAll } from 'vitest';
import { money } from './money.ts';
import { buildPages } from './proof.ts';
import { provesInShort } from './short-form.ts';

beforeAll(buildPages, 300_000);

provesInShort(money);
