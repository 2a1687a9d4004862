import { provesInShort } from './short-form.ts';
import { trade } from './trade.ts';

provesInShort(trade, { timeout: 120_000 });
