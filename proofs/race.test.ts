import { beforeAll } from 'vitest';
import { buildPages } from './proof.ts';
import { race } from './race.ts';
import { provesInShort } from './short-form.ts';

beforeAll(buildPages, 300_000);

provesInShort(race);
