import { createHmac } from 'node:crypto';

/** The keys of the card fields. There are two while a new one replaces an old one (rotate-card-key.ts). */
export interface CardKeys {
  /** The key that encrypts if no key is named. */
  readonly first: Buffer;
  all(): readonly Buffer[];
  /** The key with this id, also if it was added after the start; null if it is not known here. */
  find(id: string): Buffer | null;
}

/** The id of a key: 16 hex digits, by which a ciphertext names its key. It does not reveal the key. */
export function cardKeyId(key: Buffer): string {
  return createHmac('sha256', key).update('lacquer: id of a card key').digest('hex').slice(0, 16);
}

/** `reload` reads the current keys again, when a key is looked up that is not known. Keys that were known before stay known. */
export function createCardKeys(
  [first, ...rest]: readonly [Buffer, ...Buffer[]],
  reload: () => Buffer[] = () => [],
): CardKeys {
  const byId = new Map([first, ...rest].map((key) => [cardKeyId(key), key]));
  return {
    first,
    all: () => [...byId.values()],
    find(id) {
      if (!byId.has(id)) for (const key of reload()) byId.set(cardKeyId(key), key);
      return byId.get(id) ?? null;
    },
  };
}
