import { secrets } from './secrets.ts';
import { provesInShort } from './short-form.ts';

provesInShort(secrets);
