import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { CardField } from '#contract/accounts.ts';

/** Encrypts the payment details that customers store (docs/behaviour/accounts.md, 17). */
export interface CardCipher {
  /** Returns an empty text for an empty text. */
  seal(userId: string, field: CardField, plain: string): string;
  /** Throws when it was encrypted with another key, for another user or for another field. */
  open(userId: string, field: CardField, sealed: string): string;
}

const algorithm = 'aes-256-gcm';
const version = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM. User id and field name are authenticated data, so a ciphertext cannot be moved to another user or field. */
export function createCardCipher(key: Buffer, randomBytes: (count: number) => Buffer): CardCipher {
  return {
    seal(userId, field, plain) {
      if (plain === '') return '';
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(
        associatedData(userId, field),
      );
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return version + sealed.toString('base64');
    },
    open(userId, field, sealed) {
      if (sealed === '') return '';
      if (!sealed.startsWith(version)) throw new Error('a card field has an unknown format');
      const bytes = Buffer.from(sealed.slice(version.length), 'base64');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(associatedData(userId, field))
        .setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}

const associatedData = (userId: string, field: CardField) => Buffer.from(JSON.stringify([userId, field]));
