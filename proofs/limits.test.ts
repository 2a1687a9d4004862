import { limits } from './limits.ts';
import { provesInShort } from './short-form.ts';

provesInShort(limits, { timeout: 240_000 });
