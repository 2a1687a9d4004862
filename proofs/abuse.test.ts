import { abuse } from './abuse.ts';
import { provesInShort } from './short-form.ts';

provesInShort(abuse, { timeout: 120_000 });
