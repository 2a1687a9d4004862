import { backup } from './backup.ts';
import { provesInShort } from './short-form.ts';

provesInShort(backup);
