import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { loadCardKeys } from './card-key.ts';

onEachEngine('The key of the card fields', (shop) => {
  const load = async (cardKey: Buffer | null) => {
    const settings = { cardKey, cardKeyNext: null, dataDirectory: shop.directory };
    return (await loadCardKeys(settings, shop.shop.database, randomBytes)).first;
  };

  it('is one file with mode 600, also when several processes start together', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => load(null)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    const file = join(shop.directory, 'card.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toBe(keys[0]?.toString('hex'));
    expect((await readdir(shop.directory)).filter((name) => name.includes('key'))).toEqual(['card.key']);
  });

  it('stops the start if there is card data and the key is missing or another one', async () => {
    const anna = await shop.customer('Anna');
    await shop.call('updateProfile', { token: anna.token, body: { bpayRef: '12' } });
    await expect(load(null)).rejects.toThrow(/^The database has card data, but its key is missing: [^\n]+$/);
    await expect(load(randomBytes(32))).rejects.toThrow(/^CARD_KEY is not the key [^\n]+$/);
    expect(await load(shop.shop.settings.cardKey)).toEqual(shop.shop.settings.cardKey);
  });

  it('stops the start if its file contains no key', async () => {
    await writeFile(join(shop.directory, 'card.key'), 'abc');
    await expect(load(null)).rejects.toThrow('is not a key');
  });
});
