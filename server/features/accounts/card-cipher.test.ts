import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCardCipher } from './card-cipher.ts';
import { createCardKeys } from './card-keys.ts';

describe('An encrypted card field', () => {
  const newCipher = () => createCardCipher(createCardKeys([randomBytes(32)]), randomBytes);
  const cipher = newCipher();

  it('is decrypted for its user and field only, and differs each time', () => {
    const sealed = cipher.seal('u1', 'cardNumber', '4242');
    expect(cipher.open('u1', 'cardNumber', sealed)).toBe('4242');
    expect(cipher.seal('u1', 'cardNumber', '4242')).not.toBe(sealed);
    expect(() => cipher.open('u2', 'cardNumber', sealed)).toThrow();
    expect(() => cipher.open('u1', 'cardCvc', sealed)).toThrow();
    const [version, keyId, text = ''] = sealed.split('.');
    const altered = Buffer.from(text, 'base64');
    altered[14] = (altered[14] ?? 0) ^ 1;
    expect(() => cipher.open('u1', 'cardNumber', `${version}.${keyId}.${altered.toString('base64')}`)).toThrow();
    expect(() => newCipher().open('u1', 'cardNumber', sealed)).toThrow();
  });

  it('is empty for an empty value', () => {
    expect(cipher.seal('u1', 'cardNumber', '')).toBe('');
    expect(cipher.open('u1', 'cardNumber', '')).toBe('');
  });
});
