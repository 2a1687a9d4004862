import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { eraseCards, refuseStoredCards } from './accounts.ts';

const stripe = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiUrl: null, isLive: false };
const card = { cardNumber: '4242 4242 4242 4242', cardName: 'Anna', cardExpiry: '12/30', cardCvc: '123' };
const details = { ...card, bpayNumber: '12345', bpayRef: '67890' };

onEachEngine('Card details of the simulated checkout', (shop) => {
  it('stop a shop with real payments from starting until they are erased', async () => {
    const anna = await shop.customer('Anna');
    const saved = await shop.call('updateProfile', { token: anna.token, body: { ...details, phone: '0400' } });
    expect(saved.body.user.cardNumber).toBe('•••• •••• •••• 4242');
    const start = () => refuseStoredCards({ ...shop.shop.settings, stripe }, shop.shop.database);

    await expect(start()).rejects.toThrow(/^PAYMENTS=stripe: card numbers are still stored .*\.\/lacquer erase-cards$/);
    await refuseStoredCards(shop.shop.settings, shop.shop.database);
    if (shop.engine === 'sqlite') {
      await writeFile(join(shop.directory, 'shop.db.before-0015'), '');
      expect(await runEraseCards(shop.directory)).toMatch(
        /^Erased the card and BPAY details of 1 customer\.\nStill has them \(encrypted\): .*before-0015\nEvery file/,
      );
    } else expect(await eraseCards(shop.shop.database)).toBe(1);
    expect(await eraseCards(shop.shop.database)).toBe(0);
    await start();
    const { user } = (await shop.call('getProfile', { token: anna.token, query: { include: 'card' } })).body;
    expect(user).toMatchObject({ cardNumber: '', cardName: '', bpayRef: '', phone: '0400' });
  });
});

onEachEngine(
  'With real payments',
  (shop) => {
    it('the profile has no card fields, and drops those that are sent', async () => {
      const anna = await shop.customer('Anna');
      const saved = await shop.call('updateProfile', { token: anna.token, body: { ...details, phone: '0400' } });
      const read = await shop.call('getProfile', { token: anna.token, query: { include: 'card' } });
      for (const { status, body } of [saved, read]) {
        expect(status).toBe(200);
        expect(body.user).toMatchObject({ phone: '0400', paypalEmail: '' });
        for (const field of Object.keys(details)) expect(body.user).not.toHaveProperty(field);
      }
      await refuseStoredCards(shop.shop.settings, shop.shop.database);
    });

    it('everybody can see how payments are made', async () => {
      const { body } = await shop.call('getShop');
      expect(body).toMatchObject({ name: 'Vàng Son', payments: { mode: 'stripe', methods: ['credit'] } });
    });
  },
  { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
);

async function runEraseCards(directory: string): Promise<string> {
  const program = join(import.meta.dirname, '..', '..', '..', 'cli', 'erase-cards.ts');
  const env = { PATH: process.env.PATH, DATA_DIR: directory };
  return (await promisify(execFile)(process.execPath, [program], { env })).stdout;
}
