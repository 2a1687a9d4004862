import { provesInShort } from './short-form.ts';
import { trade } from './trade.ts';

provesInShort(trade);
