import { provesInShort } from './short-form.ts';
import { simulation } from './simulation.ts';

provesInShort(simulation);
