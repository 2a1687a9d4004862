import { authorization } from './authorization.ts';
import { provesInShort } from './short-form.ts';

provesInShort(authorization);
