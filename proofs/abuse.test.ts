import { abuse } from './abuse.ts';
import { provesInShort } from './short-form.ts';

provesInShort(abuse);
