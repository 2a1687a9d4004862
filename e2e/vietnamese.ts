import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { readCatalog } from '../scripts/translations/catalogs.ts';

/** The Vietnamese translation of an English text of web/<directory>/. Throws if there is none. */
export function vietnamese(directory: string, english: string): string {
  const text = readCatalog('vi', directory).get(generateMessageId(english));
  if (text === undefined) throw new Error(`web/${directory}/ has no translated text “${english}”`);
  return text;
}
