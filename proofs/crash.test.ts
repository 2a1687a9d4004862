import { crash } from './crash.ts';
import { provesInShort } from './short-form.ts';

provesInShort(crash);
