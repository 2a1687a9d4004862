import { expect, it } from 'vitest';
import type { BankRowState } from '#contract/states.ts';
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
    async function adminWithBankAccount() {
      const linh = await shop.admin('Linh');
      await shop.call('updatePaymentSettings', { token: linh.token, body: account });
      return linh;
    }
    async function waitingOrder(name: string, price: number) {
      const [buyer, listing] = [await shop.customer(name), await shop.listing(`Piece of ${name}`, { price })];
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

    it('is answered with the numbers of the lines that cannot be read', async () => {
      const linh = await adminWithBankAccount();
      const lines = ['Date,Amount,Description', '23/11/2026,10.00,ANNA', '23/11/2026,ten,BEN', 'Total,10.00,'];
      expect((await upload(linh, lines.join('\n'))).body).toMatchObject({ added: 1, unreadLines: [3, 4] });
    });

    it('has rows matched to the orders that they name with the exact sum, and the money is recorded once', async () => {
      const linh = await adminWithBankAccount();
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

    it('leaves a row with another sum or with two references to the owner', async () => {
      const linh = await adminWithBankAccount();
      const [anna, ben] = [await waitingOrder('Anna', 3200), await waitingOrder('Ben', 100)];
      const rows = await rowsOf(linh, `23/11/2026,90.00,${ben.id}`, `23/11/2026,100.00,${anna.id} AND ${ben.id}`);
      expect(rows).toMatchObject([{ match: 'ambiguous' }, { match: 'ambiguous' }]);
      expect(rows.map(({ named }) => named.map(({ id, left }) => [id, left]))).toEqual([
        [[ben.id, 100]],
        expect.arrayContaining([
          [anna.id, 3200],
          [ben.id, 100],
        ]),
      ]);
      const body = { hash: rows[0]?.hash ?? '', orderId: ben.id };
      const matched = await shop.call('matchBankRow', { token: linh.token, body });
      expect(matched.body.order).toMatchObject({ status: 'pending', received: 90 });
      expect(await rowsOf(linh, `24/11/2026,10.00,${ben.id}`)).toMatchObject([{ match: 'matched', orderId: ben.id }]);
    });

    it('can be listed later by the state of its rows, and a row that pays no order can be put aside and brought back', async () => {
      const linh = await adminWithBankAccount();
      const anna = await waitingOrder('Anna', 3200);
      const lines = [`22/11/2026,3200.00,${anna.id}`, '23/11/2026,55.00,SOMEBODY ELSE'];
      const first = (await upload(linh, ['Date,Amount,Description', ...lines].join('\n'))).body;
      expect(first.added).toBe(2);
      const [named, other] = first.rows;
      const list = async (state: BankRowState) =>
        (await shop.call('listBankRows', { token: linh.token, query: { state, page: '1', pageSize: '1' } })).body;
      expect(await list('open')).toMatchObject({ rows: [{ hash: other?.hash }], total: 2, waiting: 1 });

      const dismiss = (hash = '', isDismissed = true) =>
        shop.call('dismissBankRow', { token: linh.token, params: { id: hash }, body: { isDismissed } });
      expect((await dismiss(other?.hash)).body.row).toMatchObject({ isDismissed: true });
      expect(await list('open')).toMatchObject({ rows: [{ hash: named?.hash, match: 'matched' }], total: 1 });
      expect(await list('dismissed')).toMatchObject({ rows: [{ hash: other?.hash, isDismissed: true }], total: 1 });
      const again = (await upload(linh, ['Date,Amount,Description', ...lines].join('\n'))).body;
      expect(again).toMatchObject({ added: 0, rows: [{ isDismissed: false }, { isDismissed: true }] });
      await dismiss(other?.hash, false);
      expect(await list('open')).toMatchObject({ total: 2 });

      await shop.call('matchBankRow', { token: linh.token, body: { hash: named?.hash ?? '', orderId: anna.id } });
      expect(await list('recorded')).toMatchObject({ rows: [{ orderId: anna.id }], total: 1, waiting: 0 });
      expect((await dismiss(named?.hash)).status).toBe(409);
      expect((await dismiss('unknown')).status).toBe(404);
      const { body } = await shop.call('listAuditEntries', { token: linh.token, query: { q: 'brought back' } });
      expect(body.entries[0]).toMatchObject({ subject: 'SOMEBODY ELSE', after: { amount: 55 } });
    });

    it('names the paid order if money came twice, and of too much money only what is left can be recorded', async () => {
      const linh = await adminWithBankAccount();
      const [anna, ben] = [await waitingOrder('Anna', 3200), await waitingOrder('Ben', 100)];
      const [paid, surplus] = await rowsOf(linh, `23/11/2026,3200.00,${anna.id}`, `23/11/2026,120.00,${ben.id}`);
      const match = (hash = '', orderId: string, amount?: number) =>
        shop.call('matchBankRow', { token: linh.token, body: { hash, orderId, amount } });
      await match(paid?.hash, anna.id);
      expect(await rowsOf(linh, `24/11/2026,3200.00,AGAIN ${anna.id}`)).toMatchObject([
        { match: 'ambiguous', named: [{ id: anna.id, status: 'paid', left: 0 }] },
      ]);
      expect((await match(surplus?.hash, ben.id)).status).toBe(409);
      expect((await match(surplus?.hash, ben.id, 120.5)).status).toBe(409);
      expect((await match(surplus?.hash, ben.id, 100)).body.order).toMatchObject({
        status: 'paid',
        payments: [{ amount: 100 }],
      });
    });

    it('can be matched by hand: a search finds the orders that wait for a transfer, and on request the ended ones', async () => {
      const linh = await adminWithBankAccount();
      const [anna, ben] = [await waitingOrder('Anna', 3200), await waitingOrder('Ben', 100)];
      const list = async (query: { q?: string; ended?: '0' | '1' }) =>
        (await shop.call('listTransferOrders', { token: linh.token, query })).body;
      await rowsOf(linh, `23/11/2026,30.00,${ben.id}`).then(([row]) =>
        shop.call('matchBankRow', { token: linh.token, body: { hash: row?.hash ?? '', orderId: ben.id } }),
      );
      expect(await list({ q: 'ben@example' })).toMatchObject({
        orders: [{ id: ben.id, total: 100, left: 70 }],
        total: 1,
      });
      expect(await list({ q: anna.crn })).toMatchObject({ orders: [{ id: anna.id }] });
      await shop.call('setOrderStatus', { token: linh.token, params: { id: anna.id }, body: { status: 'cancelled' } });
      expect(await list({})).toMatchObject({ orders: [{ id: ben.id }], total: 1 });
      expect(await list({ ended: '1' })).toMatchObject({
        orders: [
          { id: ben.id, until: expect.any(String) },
          { id: anna.id, status: 'cancelled', until: null },
        ],
      });
    });

    it('without columns of days and amounts is refused', async () => {
      const linh = await adminWithBankAccount();
      const refused = await upload(linh, 'Name,Street\nAnna,Harbour');
      expect(refused.status).toBe(400);
    });
  },
  { RATE_LIMITS: 'off' },
);
