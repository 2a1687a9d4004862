import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Writer } from '#server/platform/database/database.ts';
import { complete, reportsOf, scratch } from '#server/testing/condition-reports.ts';
import { duringTransaction } from '#server/testing/during-transaction.ts';
import { pageTexts, structureOf } from '#server/testing/read-pdf.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkMedia } from '../../../cli/invariants/media.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

const day = 24 * 60 * 60_000;
onEachEngine('A condition report', (shop) => {
  const { begin, change, issue, get, issued, photograph, withdraw } = reportsOf(shop);

  it('is a draft in which everything may be empty, until it is complete and issued', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const moon = await shop.listing('Moon');
    const begun = await begin(token, moon.id, {});
    expect(begun).toMatchObject({ status: 201, body: { report: { phase: 'draft', name: 'Moon', version: 1 } } });
    const { id } = begun.body.report;
    const refused = await issue(token, id, 1);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Before it can be issued, the report needs the day of the examination, who examined the piece, the overall state and a text about the surface.',
    ]);
    const url = await photograph();
    const photographs = [{ url, caption: 'Front', marks: [scratch, { ...scratch, text: '' }] }];
    expect((await change(token, id, { ...complete, photographs, version: 1 })).status).toBe(200);
    expect((await issue(token, id, 2)).body.message).toContain('a sentence for mark 2 of photograph 1');
    await change(token, id, { ...complete, photographs: [{ url, marks: [scratch] }], version: 2 });
    expect((await issue(token, id, 2)).status).toBe(409);
    expect((await issue(token, id, 3)).body.report).toMatchObject({
      phase: 'issued',
      issuedAt: expect.any(String),
      state: 'very good',
      photographs: [{ image: { url, width: 60, height: 40 }, marks: [scratch] }],
    });
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
  });

  it('never changes once issued, even when its piece changes', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    const { id, version } = await issued(token, moon.id);
    for (const answer of [
      await change(token, id, { ...complete, state: 'poor', version }),
      await issue(token, id, version),
      await shop.call('deleteConditionReport', { token, params: { id } }),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('never changes')]);
    await shop.call('updateProduct', { token, params: { id: moon.id }, body: { name: 'Sun' } });
    expect((await get(token, id)).body.report).toMatchObject({ name: 'Moon', state: 'very good' });
    const { raw } = await shop.call('downloadConditionReport', { token, params: { id } });
    expect(pageTexts(raw).join()).toContain('Moon');
  });

  it('has the facts of the piece at the time of issue, even if the piece is changed at the same moment', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    const photographs = [{ url: await photograph(), marks: [scratch] }];
    const { id, version } = (await begin(token, moon.id, { ...complete, photographs })).body.report;
    const rename = async (tx: Writer) => {
      await tx.updateTable('condition_reports').set({ version }).where('id', '=', id).execute();
      await tx.updateTable('listings').set({ name: 'Sun' }).where('id', '=', moon.id).execute();
    };
    const { body } = await duringTransaction(shop, rename, () => issue(token, id, version));
    expect(body.report).toMatchObject({ phase: 'issued', name: 'Sun' });
  });

  it('is withdrawn with a reason and stays in the list, and a draft can be deleted; the audit says who did it', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    const [first, second] = [await issued(token, moon.id), await issued(token, moon.id, { examinedOn: '2026-02-01' })];
    expect((await withdraw(token, second.id, ' ')).status).toBe(400);
    expect((await withdraw(token, second.id, 'The wrong piece')).body.report).toMatchObject({ phase: 'withdrawn' });
    expect((await withdraw(token, second.id, 'Again')).status).toBe(409);
    const draft = (await begin(token, moon.id, {})).body.report.id;
    expect((await shop.call('deleteConditionReport', { token, params: { id: draft } })).status).toBe(200);
    const { reports } = (await shop.call('listConditionReports', { token, params: { id: moon.id } })).body;
    expect(reports).toMatchObject([
      { id: second.id, phase: 'withdrawn', reason: 'The wrong piece', examinedOn: '2026-02-01' },
      { id: first.id, phase: 'issued', photographs: 1, marks: 1 },
    ]);
    const { entries } = (await shop.call('listAuditEntries', { token, query: {} })).body;
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['condition report issued', 'condition report withdrawn', 'condition report deleted']),
    );
  });

  it('refuses marks outside of the picture, pictures that the shop does not have, and days in the future', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    const url = await photograph();
    const withMark = (mark: object) => ({ photographs: [{ url, marks: [{ ...scratch, ...mark }] }] });
    const strange = `/media/${'a'.repeat(32)}/original.jpg`;
    for (const wrong of [
      ...[{ x: -0.1 }, { x: 100.1 }, { y: 101 }, { y: Number.NaN }, { kind: 'dirt' }].map(withMark),
      { photographs: [{ url: strange }] },
      { photographs: [{ url: 'https://example.com/moon.jpg' }] },
      { photographs: [{ url }, { url }] },
      { photographs: Array.from({ length: 13 }, () => ({ url })) },
      { ...withMark({}), photographs: [{ url, marks: Array.from({ length: 41 }, () => scratch) }] },
      { examinedOn: '2026-02-30' },
      { examinedOn: new Date(shop.shop.clock() + 2 * day).toISOString().slice(0, 10) },
      { state: 'fine' },
    ])
      expect((await begin(token, moon.id, wrong)).status, JSON.stringify(wrong)).toBe(400);
    for (const place of [0, 100])
      expect((await begin(token, moon.id, withMark({ x: place, y: place }))).status).toBe(201);
    expect((await begin(token, 'nothing', {})).status).toBe(404);
    expect((await begin(token, (await shop.listing('Print', { unique: false })).id, {})).status).toBe(409);
  });

  it('is written about a piece that visitors do not see yet, with the pictures that the piece has', async () => {
    const { token } = await shop.admin('Linh');
    const url = await photograph();
    const images = [url, 'https://example.com/moon.jpg'];
    const moon = await shop.listing('Moon', { images, artist: 'Lê Vân Khê', visibility: 'draft' });
    const { id } = (await begin(token, moon.id, complete)).body.report;
    expect((await get(token, id)).body.pictures.map((picture) => picture.url)).toEqual([url]);
    const { raw } = await shop.call('downloadConditionReport', { token, params: { id } });
    expect(pageTexts(raw).join()).toMatch(/Condition report \(draft\)[\s\S]*Lê Vân Khê/);
    expect((await issue(token, id, 1)).body.report).toMatchObject({ phase: 'issued', name: 'Moon' });
    expect((await get(token, id)).body.pictures).toEqual([]);
  });

  it('is not overwritten by somebody who has not seen the last change', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    const { id } = (await begin(token, moon.id, {})).body.report;
    const answers = await Promise.all(['Linh', 'Ada'].map((examiner) => change(token, id, { examiner, version: 1 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('exists at most 50 times for a piece', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    const statuses: number[] = [];
    for (let count = 0; count < 51; count += 1) statuses.push((await begin(token, moon.id, {})).status);
    expect([statuses.slice(0, 50).every((status) => status === 201), statuses[50]]).toEqual([true, 409]);
  });

  it('is written by staff, read by viewers and by nobody else', async () => {
    const moon = await shop.listing('Moon');
    const viewer = await shop.admin('Vera', 'viewer');
    const { id } = await issued((await shop.admin('Stan', 'staff')).token, moon.id);
    expect((await begin(viewer.token, moon.id, {})).status).toBe(403);
    expect((await get(viewer.token, id)).status).toBe(200);
    expect((await get((await shop.customer('Anna')).token, id)).status).toBe(403);
  });

  it('stays when its piece is deleted, whose id is not used again, while a draft is deleted with the piece', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    const { id } = await issued(token, moon.id);
    const draft = (await begin(token, moon.id, {})).body.report.id;
    await shop.call('deleteProduct', { token, params: { id: moon.id }, query: { endHold: 'false' } });
    expect((await get(token, draft)).status).toBe(404);
    const { reports } = (await shop.call('listConditionReports', { token, params: { id: moon.id } })).body;
    expect(reports.map((report) => report.id)).toEqual([id]);
    const { raw } = await shop.call('downloadConditionReport', { token, params: { id } });
    expect(pageTexts(raw).join()).toContain('Moon');
    expect((await shop.listing('Moon')).id).not.toBe(moon.id);
    expect((await withdraw(token, id, 'The piece is gone')).status).toBe(200);
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
  });

  it('keeps its photographs in use: the media check reports a missing file of one, and none of them as unused', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon');
    const url = await photograph();
    await begin(token, moon.id, { photographs: [{ url }] });
    const check = () => checkMedia(shop.shop.database.read, join(shop.directory, 'media'), shop.shop.clock() + 2 * day);
    expect(await check()).toEqual([]);
    // Deletes the row, as a clean-up that does not know of reports would do.
    await shop.shop.database.write((tx) => tx.deleteFrom('pictures').where('url', '=', url).execute());
    expect(await check()).toEqual([]);
    await rm(join(shop.directory, url));
    expect((await check()).join('\n')).toContain('of condition report');
  });

  it('is a tagged PDF with the photographs and a list of their marks', async () => {
    const { token } = await shop.admin('Linh');
    const moon = await shop.listing('Moon', { artist: 'Lê Vân Khê', year: 2023, size: '75 x 96 cm' });
    const marks = [scratch, { x: 100, y: 0, kind: 'loss', text: 'A corner' }];
    const long = 'Nothing was found under ultraviolet light. '.repeat(90).trim();
    const photographs = [{ url: await photograph(), caption: 'Front', marks }, { url: await photograph(90) }];
    const { id } = await issued(token, moon.id, { photographs, notes: long, frame: 'Sound' });
    const { raw, headers } = await shop.call('downloadConditionReport', { token, params: { id } });
    expect(headers['content-disposition']).toBe('attachment; filename="condition-moon-2026-01-05.pdf"');
    const pages = pageTexts(raw);
    const text = pages.join('\n').replaceAll('\n', ' ');
    for (const words of ['Lê Vân Khê, 2023, 75 x 96 cm', '5 January 2026', 'Mai Tran', 'Very good', 'Frame and back'])
      expect(text).toContain(words);
    expect(text).toContain('Scratch: Two centimetres, in the clear coat (12.5% from the left, 80% from the top)');
    const { elements, unread } = structureOf(raw);
    expect(unread).toBe('');
    expect(elements).toEqual(
      expect.arrayContaining(['Document > Figure: Front', 'Document > Figure: Photograph 2 of Moon']),
    );
    expect(elements.filter((element) => /^Document > P: \d/.test(element)).map((element) => element.slice(14))).toEqual(
      [expect.stringMatching(/^1\s*Scratch/), expect.stringMatching(/^2\s*Loss: A corner/)],
    );
    expect(pages.length).toBeGreaterThan(1);
  });
});
