import { race } from './race.ts';
import { provesInShort } from './short-form.ts';

provesInShort(race);
