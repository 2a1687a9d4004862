import { money } from './money.ts';
import { provesInShort } from './short-form.ts';

provesInShort(money);
