import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Listing } from '#contract/catalog.ts';
import { verifyAddress } from '#contract/certificate-names.ts';
import type { Certificate } from '#contract/certificates.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { duringTransaction } from '#server/testing/during-transaction.ts';
import { pageTexts, structureOf } from '#server/testing/read-pdf.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { isGenuine } from '../../../docs/verify-certificate.mjs';
import { rotateCertificateKey } from './certificates.ts';

onEachEngine('A certificate of authenticity', (shop) => {
  const moon = (changes = {}) =>
    shop.listing('Red River Moon', {
      artist: 'Lê Vân Khê',
      year: 2023,
      size: '75 x 96 cm',
      series: 'River Coats',
      medium: 'Sơn mài',
      ...changes,
    });
  const issue = async (token: string, { id: listingId }: Listing, words = {}) => {
    const { body } = await shop.call('issueCertificate', { token, body: { listingId, ...words } });
    if (!body.certificate) throw new Error(JSON.stringify(body));
    return body.certificate;
  };
  const check = (number: string, code: string) =>
    shop.call('checkCertificate', { params: { number }, query: { code } });
  const keys = async () => {
    const { raw } = await shop.request('GET', '/.well-known/certificate-keys.json');
    return z.object({ keys: z.array(z.object({ kid: z.string(), x: z.string() })) }).parse(JSON.parse(raw.toString()));
  };

  it('says what the shop says about the piece, and is checked by number and code', async () => {
    const { token } = await shop.admin('Linh');
    const listing = await moon();
    const certificate = await issue(token, listing, { signed: 'Lower right', givenTo: 'Lan Tran' });
    expect(certificate).toMatchObject({ number: 'VS-0001', listingId: listing.id, givenTo: 'Lan Tran' });
    const { status, body } = await check('vs-0001', ` ${certificate.code.toLowerCase()} `);
    expect(status).toBe(200);
    expect(body.certificate).toMatchObject({
      state: 'genuine',
      number: 'VS-0001',
      sold: false,
      revokedAt: null,
      statement: { name: 'Red River Moon', artist: 'Lê Vân Khê', size: '75 x 96 cm', madeOf: 'Sơn mài', year: 2023 },
    });
    expect(JSON.stringify(body)).not.toContain('Lan Tran');
    expect((await check('VS-0002', certificate.code)).status).toBe(404);
    for (const code of ['', 'F'.repeat(16), certificate.code.slice(0, 15)])
      expect((await check('VS-0001', code)).body.certificate).toMatchObject({ state: 'altered', statement: null });
  });

  it('keeps what it says when the piece is changed, and is reported as altered when its row was changed', async () => {
    const { token } = await shop.admin('Linh');
    const listing = await moon();
    const { number, code } = await issue(token, listing);
    await shop.call('updateProduct', { token, params: { id: listing.id }, body: { year: 1999 } });
    expect((await check(number, code)).body.certificate.statement?.year).toBe(2023);
    await shop.shop.database.write(async (tx) => {
      const { statement } = await tx.selectFrom('certificates').select('statement').executeTakeFirstOrThrow();
      await tx
        .updateTable('certificates')
        .set({ statement: statement.replace('2023', '1923') })
        .execute();
    });
    expect((await check(number, code)).body.certificate.state).toBe('altered');
  });

  it('says what the shop says about the piece when it is issued, even if the piece is changed at the same moment', async () => {
    const { token } = await shop.admin('Linh');
    const listing = await moon();
    const becomes = (year: number) => (tx: Writer) =>
      tx.updateTable('listings').set({ year }).where('id', '=', listing.id).execute();
    const first = await duringTransaction(shop, becomes(2024), () => issue(token, listing));
    expect((await check(first.number, first.code)).body.certificate.statement?.year).toBe(2024);
    const body = { reason: 'Printed badly' };
    const replaced = await duringTransaction(shop, becomes(2025), () =>
      shop.call('replaceCertificate', { token, params: { number: first.number }, body }),
    );
    const { number, code } = replaced.body.certificate;
    expect((await check(number, code)).body.certificate.statement?.year).toBe(2025);
  });

  it('is issued only once and only for a unique piece, and its number is never used again', async () => {
    const { token } = await shop.admin('Linh');
    const listing = await moon();
    const first = await issue(token, listing);
    const again = await shop.call('issueCertificate', { token, body: { listingId: listing.id } });
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining(first.number) } });
    const edition = await moon({ unique: false });
    expect((await shop.call('issueCertificate', { token, body: { listingId: edition.id } })).status).toBe(409);
    expect((await shop.call('issueCertificate', { token, body: { listingId: 'nothing' } })).status).toBe(404);
    const change = { token, params: { id: listing.id }, body: { unique: false } };
    expect((await shop.call('updateProduct', change)).status).toBe(409);
    await shop.call('deleteProduct', { token, params: { id: listing.id }, query: { endHold: 'false' } });
    expect((await moon()).id).not.toBe(listing.id);
    expect((await check(first.number, first.code)).body.certificate).toMatchObject({ state: 'genuine', sold: null });
    const others = await Promise.all((await Promise.all([moon(), moon(), moon()])).map((other) => issue(token, other)));
    expect(others.map(({ number }) => number).toSorted()).toEqual(['VS-0002', 'VS-0003', 'VS-0004']);
  });

  it('is revoked or replaced for good, and its page says so', async () => {
    const { token } = await shop.admin('Linh');
    const listing = await moon();
    const first = await issue(token, listing);
    const params = { number: first.number };
    expect((await shop.call('replaceCertificate', { token, params, body: { reason: ' ' } })).status).toBe(400);
    const body = { reason: 'The name was missing', givenTo: 'Lan Tran' };
    const second = (await shop.call('replaceCertificate', { token, params, body })).body.certificate;
    expect((await check(first.number, first.code)).body.certificate).toMatchObject({
      state: 'revoked',
      replacedBy: second.number,
      revokedAt: expect.any(String),
    });
    expect((await check(second.number, second.code)).body.certificate.state).toBe('genuine');
    const revoke = (number: string) =>
      shop.call('revokeCertificate', { token, params: { number }, body: { reason: 'Stolen' } });
    expect((await revoke(first.number)).status).toBe(409);
    expect((await revoke('VS-9999')).status).toBe(404);
    expect((await revoke(second.number)).body.certificate).toMatchObject({ reason: 'Stolen', replacedBy: null });
    expect((await issue(token, listing)).number).toBe('VS-0003');
    const query = { listingId: listing.id, page: 1, pageSize: 2 };
    const { certificates, total } = (await shop.call('listCertificates', { token, query })).body;
    expect([certificates.map((one: Certificate) => one.number), total]).toEqual([['VS-0003', 'VS-0002'], 3]);
    const { entries } = (await shop.call('listAuditEntries', { token, query: {} })).body;
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['certificate issued', 'certificate replaced', 'certificate revoked']),
    );
  });

  it('is a tagged PDF with a signature of all bytes, which a program without the shop can check', async () => {
    const { token } = await shop.admin('Linh');
    const certificate = await issue(token, await moon(), { signed: 'Lower right', givenTo: 'Lan Tran' });
    const { number, code } = certificate;
    const { raw, headers } = await shop.call('downloadCertificate', { token, params: { number } });
    expect(headers['content-disposition']).toBe(`attachment; filename="certificate-${number}.pdf"`);
    const [text = ''] = pageTexts(raw);
    for (const words of ['Red River Moon', 'Lê Vân Khê', '75 x 96 cm', 'Sơn mài', 'Lower right', 'Lan Tran', number])
      expect(text).toContain(words);
    const { elements, unread } = structureOf(raw);
    expect(unread).toBe('');
    const address = shop.shop.settings.publicUrl + verifyAddress(number, code);
    expect(elements).toContain(`Document > Figure: QR code: ${address}`);
    const published = await keys();
    expect(isGenuine(raw, published)).toBe(true);
    // Each byte at the end, where the signature is, and every hundredth before.
    for (let place = 0; place < raw.length; place += place > raw.length - 200 ? 1 : 100) {
      const changed = Buffer.from(raw);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(isGenuine(changed, published), `byte ${place}`).toBe(false);
    }
    expect(isGenuine(Buffer.concat([raw, Buffer.from('\n')]), published)).toBe(false);
  });

  it('is in the order of the buyer of the piece, who can download it without the name of its owner', async () => {
    const { token } = await shop.admin('Linh');
    const listing = await moon();
    const { number, code } = await issue(token, listing, { givenTo: 'Lan Tran' });
    const anna = await shop.customer('Anna');
    const order = await shop.buy(anna, listing);
    const details = async () =>
      (await shop.call('getOrder', { token: anna.token, params: { id: order.id } })).body.order.certificates;
    expect(await details()).toEqual([{ number, code, listingId: listing.id }]);
    const download = (who: string | null, id = order.id) =>
      shop.call('downloadOwnCertificate', { token: who, params: { id, number } });
    const { raw } = await download(anna.token);
    expect(isGenuine(raw, await keys())).toBe(true);
    expect(pageTexts(raw).join()).not.toContain('Lan Tran');
    expect((await check(number, code)).body.certificate.sold).toBe(true);
    expect((await download((await shop.customer('Ben')).token)).status).toBe(404);
    expect((await download(anna.token, 'nothing')).status).toBe(404);
    expect((await download(null)).status).toBe(401);
    const sold = await moon();
    const another = await issue(token, sold);
    const other = await shop.buy(anna, sold);
    await shop.call('deleteProduct', { token, params: { id: sold.id }, query: { endHold: 'false' } });
    const kept = { token: anna.token, params: { id: other.id, number: another.number } };
    expect((await shop.call('downloadOwnCertificate', kept)).status).toBe(200);
    await shop.call('cancelOrder', { token: anna.token, params: { id: order.id } });
    expect(await details()).toBeUndefined();
    expect((await download(anna.token)).status).toBe(404);
  });

  it('can be checked as before when the shop signs with another key, and is issued again once a lost key was replaced', async () => {
    const { token } = await shop.admin('Linh');
    const { number, code } = await issue(token, await moon());
    const [before] = (await keys()).keys;
    const first = await readFile(join(shop.directory, 'certificate.key'), 'utf8');
    await shop.shop.database.write((tx) => rotateCertificateKey(tx, shop.shop));
    expect((await keys()).keys).toHaveLength(2);
    expect((await check(number, code)).body.certificate.state).toBe('genuine');
    const { raw } = await shop.call('downloadCertificate', { token, params: { number } });
    expect(isGenuine(raw, await keys())).toBe(true);
    expect(isGenuine(raw, { keys: before ? [before] : [] })).toBe(false);
    expect((await issue(token, await moon())).number).toBe('VS-0002');
    // Neither an emptied file nor a copy of the first key can sign: both are replaced.
    const file = join(shop.directory, 'certificate.key');
    for (const wrong of ['', first]) {
      await writeFile(file, wrong);
      const refused = await shop.call('issueCertificate', { token, body: { listingId: (await moon()).id } });
      expect(refused.status).toBe(409);
      await shop.shop.database.write((tx) => rotateCertificateKey(tx, shop.shop));
      await issue(token, await moon());
    }
  });

  it('is neither issued nor downloaded on a machine that lacks the key', async () => {
    const { token } = await shop.admin('Linh');
    const { number } = await issue(token, await moon());
    const elsewhere = { ...shop.shop.settings, certificateKey: Buffer.alloc(32, 7) };
    Object.assign(shop.shop, { settings: elsewhere });
    const refusal = { status: 409, body: { message: expect.stringContaining('certificate.key') } };
    const { id: listingId } = await moon();
    expect(await shop.call('issueCertificate', { token, body: { listingId } })).toMatchObject(refusal);
    expect(await shop.call('downloadCertificate', { token, params: { number } })).toMatchObject(refusal);
  });
});
