import { expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { inlineHash } from '#server/platform/http/inline-hashes.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { anAdmin, filesOnDisk, panel } from '#server/testing/pictures.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The logo', (shop) => {
  const upload = async (bytes: Buffer, name = 'logo.svg') => {
    const { token } = await anAdmin(shop);
    return shop.call('uploadLogo', { token, ...filesBody('logo', { name, bytes }) });
  };
  const drawingPolicy = (...sheets: string[]) =>
    [
      "sandbox; default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
      ...sheets.map((sheet) => `style-src ${inlineHash(sheet)}`),
    ].join('; ');
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

  it('is null until one is uploaded, and then the latest one, for everybody', async () => {
    expect((await shop.call('getLogo')).body.logo).toBeNull();
    const before = await shop.shop.database.catalogRevision();
    await upload(await panel().png().toBuffer());
    const { body } = await upload(await panel().jpeg().toBuffer());
    expect(body.logoUrl).toMatch(/^\/media\/[0-9a-f]{32}\/logo\.jpg$/);
    expect((await shop.call('getLogo')).body.logo).toBe(body.logoUrl);
    expect(await shop.shop.database.catalogRevision()).toBe(before + 2);
  });

  it('may have a second one for dark ground, which can be removed', async () => {
    const { token } = await anAdmin(shop);
    const uploadFor = async (ground: string, bytes: Buffer) =>
      shop.call('uploadLogo', { token, query: { ground }, ...filesBody('logo', { name: 'logo.png', bytes }) });
    const logos = async () => (await shop.call('getLogo')).body;
    const light = (await upload(await panel(30, 20).png().toBuffer())).body.logoUrl;
    expect(await logos()).toMatchObject({ logo: light, logoDark: null });
    const before = await shop.shop.database.catalogRevision();
    const dark = (await uploadFor('dark', await panel(60, 20).png().toBuffer())).body.logoUrl;
    expect(await logos()).toMatchObject({ logo: light, logoDark: dark });
    expect(await shop.shop.database.catalogRevision()).toBe(before + 1);
    expect((await uploadFor('striped', await panel().png().toBuffer())).status).toBe(400);
    await shop.call('removeLogo', { token, query: { ground: 'dark' } });
    expect(await logos()).toMatchObject({ logo: light, logoDark: null });
    const { entries } = (await shop.call('listAuditEntries', { token })).body;
    expect(entries.map(({ action, after }: AuditEntry) => [action, after])).toEqual(
      expect.arrayContaining([
        ['logo for dark ground changed', { url: dark }],
        ['logo for dark ground removed', null],
      ]),
    );
  });

  it('is recorded in the audit with the one that it replaced, also if two are uploaded at once', async () => {
    const { token } = await anAdmin(shop);
    const images = [await panel(30, 20).png().toBuffer(), await panel(60, 20).png().toBuffer()];
    const answers = await Promise.all(images.map((image) => upload(image)));
    const last = (await shop.call('getLogo')).body.logo;
    const first = answers.map(({ body }) => body.logoUrl).find((url) => url !== last);
    const { entries } = (await shop.call('listAuditEntries', { token })).body;
    const changes = entries.filter(({ action }: AuditEntry) => action === 'logo changed');
    expect(changes.map(({ before, after }: AuditEntry) => [before, after])).toEqual(
      expect.arrayContaining([
        [{ url: null }, { url: first }],
        [{ url: first }, { url: last }],
      ]),
    );
  });

  it('can be removed, and the audit records it', async () => {
    const { body } = await upload(await panel().png().toBuffer());
    const { token } = await anAdmin(shop);
    const before = await shop.shop.database.catalogRevision();
    expect((await shop.call('removeLogo', { token })).body.message).toBe('Logo removed successfully!');
    expect((await shop.call('getLogo')).body.logo).toBeNull();
    expect(await shop.shop.database.catalogRevision()).toBe(before + 1);
    // Open pages still show it.
    expect((await shop.request('GET', body.logoUrl)).status).toBe(200);
    expect((await shop.call('removeLogo', { token })).status).toBe(200);
    const { entries } = (await shop.call('listAuditEntries', { token })).body;
    expect(entries.map(({ action, before, after }: AuditEntry) => [action, before, after])).toEqual([
      ['logo removed', { url: body.logoUrl }, null],
      ['logo changed', { url: null }, { url: body.logoUrl }],
    ]);
  });

  it('in SVG is stored without scripts, and its policy lets nothing run', async () => {
    const { body } = await upload(
      Buffer.from(drawing.replace('<path', '<script>alert(1)</script><path onclick="alert(1)"')),
    );
    const { raw, headers } = await shop.request('GET', body.logoUrl);
    expect(raw.toString()).toContain('<path d="M0 0h9v9z"/>');
    expect(raw.toString()).not.toContain('alert');
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(headers['content-security-policy']).toBe(drawingPolicy());
  });

  it('in SVG keeps its styles, and its policy allows only those', async () => {
    const sheet = '<style>.a &gt; path{fill:#fff}</style>';
    const { body } = await upload(Buffer.from(drawing.replace('<path', `${sheet}<path style="fill:red;stroke:#000"`)));
    const { raw, headers } = await shop.request('GET', body.logoUrl);
    expect(raw.toString()).toContain(`${sheet}<path d="M0 0h9v9z" fill="red" stroke="#000"/>`);
    expect(headers['content-security-policy']).toBe(drawingPolicy('.a > path{fill:#fff}'));
  });

  it.each([
    ['a text', Buffer.from('hello')],
    ['a page', Buffer.from('<html><body>hello</body></html>')],
    ['an SVG that shows nothing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['the beginning of a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ])('is refused when it is %s', async (_what, bytes) => {
    const { status, body } = await upload(bytes, 'logo.png');
    expect([status, body.message]).toEqual([415, 'Please select an image file']);
    expect(await filesOnDisk(shop)).toEqual([]);
  });

  it('may have at most one byte less than 5 MB', async () => {
    const padded = (length: number) => Buffer.from(drawing.padEnd(length, ' '));
    expect((await upload(padded(5_242_879))).status).toBe(200);
    const { status, body } = await upload(padded(5_242_880));
    expect([status, body.message]).toEqual([413, 'File size must be less than 5MB']);
  });
});
