import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { createCardCipher, ensureAdmin, loadCardKey } from './accounts.ts';
import { createPasswordHasher } from './password-hasher.ts';

onEachEngine('The first admin', (shop) => {
  it('is made once, with a password that is told once', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => ensureAdmin(shop.shop)));
    const told = made.filter((admin) => admin !== null);
    expect(told).toHaveLength(1);
    expect(await ensureAdmin(shop.shop)).toBeNull();
    const { body } = await shop.call('authenticate', { body: { mode: 'signin', ...told[0] } });
    expect(body.isAdmin).toBe(true);
  });

  it('is the one of the settings, and takes the address over from whoever registered it', async () => {
    const squatter = await shop.customer('Owner');
    const settings = { ...shop.shop.settings, admin: { email: 'owner@example.com', password: 'of the settings' } };
    expect(await ensureAdmin({ ...shop.shop, settings })).toBeNull();
    expect((await shop.call('getProfile', { token: squatter.token })).status).toBe(401);
    const credentials = { mode: 'signin', email: squatter.email, password: 'of the settings' };
    expect((await shop.call('authenticate', { body: credentials })).body.isAdmin).toBe(true);
  });

  it('is not made where there is one', async () => {
    await shop.admin();
    const settings = { ...shop.shop.settings, admin: { email: 'owner@example.com', password: 'of the settings' } };
    expect(await ensureAdmin({ ...shop.shop, settings })).toBeNull();
    const credentials = { mode: 'signin', email: 'owner@example.com', password: 'of the settings' };
    expect((await shop.call('authenticate', { body: credentials })).status).toBe(404);
  });
});

onEachEngine('The key of the card data', (shop) => {
  const load = (cardKey: Buffer | null) =>
    loadCardKey({ cardKey, dataDirectory: shop.directory }, shop.shop.database, randomBytes);

  it('is a file that only its owner can read, the same one for everybody who starts at once', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => load(null)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    const file = join(shop.directory, 'card.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toBe(keys[0]?.toString('hex'));
    expect((await readdir(shop.directory)).filter((name) => name.includes('key'))).toEqual(['card.key']);
  });

  it('refuses the start when it is missing, or another one, while there is card data', async () => {
    const anna = await shop.customer('Anna');
    await shop.call('updateProfile', { token: anna.token, body: { bpayRef: '12' } });
    await expect(load(null)).rejects.toThrow(/^The database has card data, but its key is missing: [^\n]+$/);
    await expect(load(randomBytes(32))).rejects.toThrow(/^CARD_KEY is not the key [^\n]+$/);
    expect(await load(shop.shop.settings.cardKey)).toEqual(shop.shop.settings.cardKey);
  });

  it('refuses a file that holds no key', async () => {
    await writeFile(join(shop.directory, 'card.key'), 'abc');
    await expect(load(null)).rejects.toThrow('is not a key');
  });
});

describe('A sealed card field', () => {
  const cipher = createCardCipher(randomBytes(32), randomBytes);

  it('opens for its user and field only, and is never the same twice', () => {
    const sealed = cipher.seal('u1', 'cardNumber', '4242');
    expect(cipher.open('u1', 'cardNumber', sealed)).toBe('4242');
    expect(cipher.seal('u1', 'cardNumber', '4242')).not.toBe(sealed);
    expect(() => cipher.open('u2', 'cardNumber', sealed)).toThrow();
    expect(() => cipher.open('u1', 'cardCvc', sealed)).toThrow();
    const broken = Buffer.from(sealed.slice(3), 'base64');
    broken[14] = (broken[14] ?? 0) ^ 1;
    expect(() => cipher.open('u1', 'cardNumber', `v1.${broken.toString('base64')}`)).toThrow();
    expect(() => createCardCipher(randomBytes(32), randomBytes).open('u1', 'cardNumber', sealed)).toThrow();
  });

  it('is empty where there is nothing to seal', () => {
    expect(cipher.seal('u1', 'cardNumber', '')).toBe('');
    expect(cipher.open('u1', 'cardNumber', '')).toBe('');
  });
});

describe('A password hash', () => {
  it('is argon2id at the cost that was decided, and salted', async () => {
    const hasher = createPasswordHasher({ randomBytes });
    const encoded = await hasher.hash('secret1');
    expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await hasher.hash('secret1')).not.toBe(encoded);
    expect(await hasher.verify('secret1', encoded)).toBe(true);
    expect(await hasher.verify('secret2', encoded)).toBe(false);
  });

  it('that is none lets nobody in', async () => {
    const hasher = createPasswordHasher({ randomBytes, memory: 64 });
    for (const encoded of ['', 'secret1', '$argon2id$v=19$m=64,t=1,p=1$$'])
      expect(await hasher.verify('secret1', encoded)).toBe(false);
  });

  it('is refused when too many wait, and made again when they are through', async () => {
    const hasher = createPasswordHasher({ randomBytes, memory: 8, passes: 1 });
    const hashes = await Promise.allSettled(Array.from({ length: 2_200 }, () => hasher.hash('secret1')));
    expect(hashes.filter((hash) => hash.status === 'rejected').length).toBeGreaterThan(100);
    expect(await hasher.hash('secret1')).toContain('$argon2id$');
  });
});
