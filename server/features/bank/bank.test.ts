import { expect, it } from 'vitest';
import { filesBody } from '#server/testing/files-body.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const account = {
  transfer: true,
  accountName: 'Vàng Son',
  bsb: '062000',
  accountNumber: '10482297',
  billerCode: '482910',
};

onEachEngine(
  'A bank statement',
  (shop) => {
    async function opening() {
      const linh = await shop.admin('Linh');
      await shop.call('updatePaymentSettings', { token: linh.token, body: account });
      return linh;
    }
    async function waitingOrder(name: string, price: number) {
      const [buyer, listing] = [await shop.customer(name), await shop.piece(`Piece of ${name}`, { price })];
      const items = [{ listingId: listing.id, price }];
      const { body } = await shop.call('createCheckout', {
        token: buyer.token,
        body: { items, paymentMethod: 'transfer' },
      });
      const { next } = (await shop.call('startPayment', { token: buyer.token, params: { id: body.orderId } })).body;
      return { id: body.orderId, crn: next.kind === 'transfer' ? (next.bpay?.crn ?? '') : '' };
    }
    const upload = ({ token }: Person, csv: string) =>
      shop.call('uploadStatement', { token, ...filesBody('statement', { name: 'bank.csv', bytes: Buffer.from(csv) }) });
    const rowsOf = async (admin: Person, ...lines: string[]) =>
      (await upload(admin, ['Date,Amount,Description', ...lines].join('\n'))).body.rows;

    it('finds the order that a row names with its exact sum, and records the money once', async () => {
      const linh = await opening();
      const [anna, ben] = [await waitingOrder('Anna', 3200), await waitingOrder('Ben', 100)];
      const lines = [
        `23/11/2026,"3,200.00",TRANSFER ${anna.id.toLowerCase().replace('-', ' ')} ANNA`,
        `23/11/2026,100.00,BPAY ${ben.crn}`,
        '23/11/2026,55.00,SOMEBODY ELSE',
      ];
      const rows = await rowsOf(linh, ...lines);
      expect(rows).toMatchObject([
        { match: 'matched', orderId: anna.id, amount: 3200, bookedOn: '2026-11-23', isRecorded: false },
        { match: 'matched', orderId: ben.id, isRecorded: false },
        { match: 'unknown' },
      ]);
      const match = () =>
        shop.call('matchBankRow', { token: linh.token, body: { hash: rows[0]?.hash ?? '', orderId: anna.id } });
      expect((await match()).body.order).toMatchObject({
        status: 'paid',
        payments: [{ amount: 3200, method: 'transfer' }],
      });
      expect((await match()).body.order.payments).toHaveLength(1);
      expect(await rowsOf(linh, ...lines)).toMatchObject([
        { match: 'matched', orderId: anna.id, isRecorded: true },
        { match: 'matched', isRecorded: false },
        { match: 'unknown' },
      ]);
      const other = { hash: rows[0]?.hash ?? '', orderId: ben.id };
      expect((await shop.call('matchBankRow', { token: linh.token, body: other })).status).toBe(409);
    });

    it('leaves another sum and two references to the owner', async () => {
      const linh = await opening();
      const [anna, ben] = [await waitingOrder('Anna', 3200), await waitingOrder('Ben', 100)];
      const rows = await rowsOf(linh, `23/11/2026,90.00,${ben.id}`, `23/11/2026,100.00,${anna.id} AND ${ben.id}`);
      expect(rows).toMatchObject([{ match: 'ambiguous' }, { match: 'ambiguous' }]);
      const body = { hash: rows[0]?.hash ?? '', orderId: ben.id };
      const matched = await shop.call('matchBankRow', { token: linh.token, body });
      expect(matched.body.order).toMatchObject({ status: 'pending', received: 90 });
      expect(await rowsOf(linh, `24/11/2026,10.00,${ben.id}`)).toMatchObject([{ match: 'matched', orderId: ben.id }]);
    });

    it('that has no days and amounts is refused in words', async () => {
      const linh = await opening();
      const refused = await upload(linh, 'Name,Street\nAnna,Harbour');
      expect(refused.status).toBe(400);
    });
  },
  { RATE_LIMITS: 'off' },
);
