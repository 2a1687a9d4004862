import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { CardField } from '#contract/accounts.ts';
import { ServiceUnavailable } from '#server/platform/failures.ts';
import { type CardKeys, cardKeyId } from './card-keys.ts';

/** The fields that are stored encrypted. */
export type SealedField = CardField | 'authenticatorKey';

/** Encrypts the payment details that customers store (docs/behaviour/accounts.md, 17), and keys of authenticator apps. */
export interface CardCipher {
  /**
   * Encrypts `plain`; an empty text stays empty. `keyId` names the key; by default it is the first one. Throws ServiceUnavailable if
   * this process does not have the key.
   */
  seal(userId: string, field: SealedField, plain: string, keyId?: string): string;
  /** Decrypts `sealed`; an empty text stays empty. Throws if it was encrypted with an unknown key, or for another user or field. */
  open(userId: string, field: SealedField, sealed: string): string;
}

const algorithm = 'aes-256-gcm';
/** Begins texts without the id of a key, which were encrypted before keys could be changed. */
const oldVersion = 'v1.';
const version = 'v2.';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM: `v2.<id of the key>.<base64 of nonce, ciphertext and tag>`. User id and field name are authenticated data, so a
 * ciphertext cannot be moved to another user or field.
 */
export function createCardCipher(keys: CardKeys, randomBytes: (count: number) => Buffer): CardCipher {
  return {
    seal(userId, field, plain, keyId = '') {
      if (plain === '') return '';
      const key = keyId === '' ? keys.first : keyOf(keys, keyId);
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(
        associatedData(userId, field),
      );
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${sealedPrefix(cardKeyId(key))}${sealed.toString('base64')}`;
    },
    open(userId, field, sealed) {
      if (sealed === '') return '';
      if (sealed.startsWith(oldVersion)) return openWithAny(keys.all(), userId, field, sealed.slice(oldVersion.length));
      const [, keyId = '', text = ''] = /^v2\.([0-9a-f]{16})\.(.+)$/.exec(sealed) ?? [];
      if (keyId === '') throw new Error('a card field has an unknown format');
      return decrypt(keyOf(keys, keyId), userId, field, text);
    },
  };
}

/** The prefix of every text that was encrypted with this key. */
export const sealedPrefix = (keyId: string) => `${version}${keyId}.`;

function keyOf(keys: CardKeys, keyId: string): Buffer {
  const key = keys.find(keyId);
  if (!key) throw new ServiceUnavailable(`the key ${keyId} of the card fields is not known to this process`);
  return key;
}

function openWithAny([key, ...others]: readonly Buffer[], userId: string, field: SealedField, text: string): string {
  if (!key) throw new Error('no key fits a card field');
  try {
    return decrypt(key, userId, field, text);
  } catch (error) {
    if (others.length === 0) throw error;
    return openWithAny(others, userId, field, text);
  }
}

function decrypt(key: Buffer, userId: string, field: SealedField, text: string): string {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(associatedData(userId, field))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
}

const associatedData = (userId: string, field: SealedField) => Buffer.from(JSON.stringify([userId, field]));
