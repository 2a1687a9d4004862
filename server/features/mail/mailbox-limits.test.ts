import { expect, it } from 'vitest';
import { defaultAdminEmail } from '#server/features/mail/mail.ts';
import { withMail } from '#server/testing/open-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const hour = 60 * 60_000;

onEachEngine(
  'The emails to one mailbox',
  (shop) => {
    const queued = async (pattern: RegExp) => {
      const rows = shop.shop.database.read.selectFrom('outbox').select(['kind', 'recipient', 'withheld_at']);
      return (await rows.execute()).filter((row) => row.withheld_at === null && pattern.test(row.recipient));
    };
    let clients = 0;
    /** Each call comes from another client address. */
    const fromAnywhere = () => ({ 'x-forwarded-for': `203.0.113.${1 + (clients++ % 250)}` });
    const register = async (email: string) =>
      (
        await shop.call('authenticate', {
          body: { mode: 'register', name: 'Mallory', email, password: 'behind seven locks' },
          headers: fromAnywhere(),
        })
      ).body.token;
    const askForNewsletter = (email: string) =>
      shop.call('addAlert', { body: { newsletter: true, email }, headers: fromAnywhere() });
    const turnNewsletterOn = async () => {
      const { token } = await shop.admin('Mai');
      const body = { alerts: true, newsletter: true };
      expect((await shop.call('updateAlertSettings', { token, body })).status).toBe(200);
    };

    it('are at most five in an hour and ten in a day of those that strangers can cause, with all tags together', async () => {
      await turnNewsletterOn();
      const cause = async (round: number) => {
        await askForNewsletter(`stranger+${round}@example.com`);
        const token = await register(`Stranger+r${round}@example.com`);
        await shop.call('resendConfirmation', { token });
        await shop.call('forgotPassword', {
          body: { email: `stranger+r${round}@example.com` },
          headers: fromAnywhere(),
        });
        const body = { email: `mallory${round}@example.com`, currentPassword: 'behind seven locks' };
        await shop.call('updateProfile', { token, body, headers: fromAnywhere() });
      };
      for (const round of [1, 2, 3]) await cause(round);
      expect(await queued(/^stranger/i)).toHaveLength(5);
      for (let round = 4; round <= 9; round += 1) {
        shop.passTime(hour);
        await cause(round);
      }
      expect(await queued(/^stranger/i)).toHaveLength(10);
      shop.passTime(24 * hour);
      await cause(10);
      expect((await queued(/^stranger/i)).length).toBeGreaterThan(10);
    });

    it('are counted without the dots of Gmail', async () => {
      const addresses = [
        'j.doe@gmail.com',
        'jd.oe@googlemail.com',
        'jdoe+1@gmail.com',
        'jdo.e@gmail.com',
        'jdoe@gmail.com',
      ];
      for (const address of [...addresses, 'j.d.o.e@gmail.com']) await register(address);
      expect(await queued(/gmail|googlemail/)).toHaveLength(5);
    });

    it('do not repeat a confirmation within a day', async () => {
      await turnNewsletterOn();
      const token = await register('anna@example.com');
      await shop.call('resendConfirmation', { token });
      for (const _ of [1, 2, 3]) await askForNewsletter('ben@example.com');
      expect(await queued(/^anna|^ben/)).toHaveLength(2);
      shop.passTime(24 * hour);
      await shop.call('resendConfirmation', { token });
      await askForNewsletter('ben@example.com');
      expect(await queued(/^anna|^ben/)).toHaveLength(4);
    });

    it('about orders are at most twenty in an hour while the address is not confirmed, and more afterwards', async () => {
      const anna = await shop.customer('Anna');
      const tray = await shop.listing('Tray', { unique: false });
      const buyAndCancel = async () => {
        const { id } = await shop.buy(anna, tray);
        await shop.call('cancelOrder', { token: anna.token, params: { id } });
      };
      for (let time = 1; time <= 12; time += 1) await buyAndCancel();
      const ofOrders = async () => (await queued(/^anna/)).filter(({ kind }) => kind.startsWith('order'));
      expect(await ofOrders()).toHaveLength(20);
      await shop.shop.database.write((tx) =>
        tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', anna.id).execute(),
      );
      for (let time = 1; time <= 3; time += 1) await buyAndCancel();
      expect(await ofOrders()).toHaveLength(26);
    });

    it('still include a new password for somebody who has confirmed the address, however much others ask for in a day', async () => {
      await turnNewsletterOn();
      const anna = await shop.customer('Anna');
      await shop.shop.database.write((tx) =>
        tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', anna.id).execute(),
      );
      for (let round = 1; round <= 12; round += 1) {
        await askForNewsletter(`anna+${round}@example.com`);
        shop.passTime(hour / 2);
      }
      shop.passTime(hour);
      await shop.call('forgotPassword', { body: { email: anna.email } });
      expect((await queued(/^anna/)).map(({ kind }) => kind)).toContain('password reset');
    });

    it('are none to the default address of the first admin, whoever causes them', async () => {
      const owner = await shop.admin('Mai');
      const address = { email: defaultAdminEmail, email_folded: defaultAdminEmail };
      await shop.shop.database.write((tx) => tx.updateTable('users').set(address).where('id', '=', owner.id).execute());
      await shop.call('forgotPassword', { body: { email: 'Admin@Shop.local' } });
      const body = { email: 'mai@gallery.example', currentPassword: 'secret1' };
      expect((await shop.call('updateProfile', { token: owner.token, body })).status).toBe(200);
      expect(await queued(/shop\.local/i)).toEqual([]);
      expect(await queued(/^mai@gallery/)).toHaveLength(1);
    });
  },
  { ...withMail, TRUST_PROXY: '1' },
);
