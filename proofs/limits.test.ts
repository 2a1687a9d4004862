import { limits } from './limits.ts';
import { provesInShort } from './short-form.ts';

provesInShort(limits);
