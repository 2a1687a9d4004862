import { fuzz } from './fuzz.ts';
import { provesInShort } from './short-form.ts';

provesInShort(fuzz);
