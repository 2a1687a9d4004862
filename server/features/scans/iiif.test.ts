import { Traverse } from '@iiif/parser';
import { createImageServiceRequest, imageServiceSupportsRequest } from '@iiif/parser/image-3';
import { presentation3StrictUpgrade } from '@iiif/parser/strict';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pattern, scansOf } from '#server/testing/scans.ts';
import { onSqlite } from '#server/testing/shop.ts';

onSqlite('A piece with a scan', (shop) => {
  const { scanned, upload, piece } = scansOf(shop);
  const get = (path: string, headers = {}) => shop.request('GET', path, { headers });
  const json = async (path: string) => JSON.parse((await get(path)).raw.toString());
  const manifestOf = (id: string) => `/iiif/presentation/${id}/manifest.json`;

  it('has a IIIF image service that serves every picture and tile that it names', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { service } = await scanned(token, 2_700, 1_800);
    const info = await json(`${service}/info.json`);
    expect(info).toMatchObject({
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: `https://shop.test${service}`,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level0',
      width: 2_700,
      height: 1_800,
      maxWidth: 1_350,
      maxHeight: 900,
      tiles: [{ width: 512, height: 512, scaleFactors: [1, 2, 4, 8] }],
      sizes: [
        { width: 338, height: 225 },
        { width: 675, height: 450 },
        { width: 1_350, height: 900 },
      ],
    });
    const addresses = [
      ...info.sizes.map(({ width, height }: { width: number; height: number }) => ['full', width, height]),
      ...[1, 2, 4].flatMap((factor) => tilesAt(info, factor)),
    ];
    for (const [region, width, height] of addresses) {
      const { status, headers, raw } = await get(`${service}/${region}/${width},${height}/0/default.jpg`);
      expect([status, headers['content-type']], `${region} ${width}`).toEqual([200, 'image/jpeg']);
      expect(await sharp(raw).metadata()).toMatchObject({ width, height });
    }
    expect(await sharp((await get(`${service}/full/max/0/default.jpg`)).raw).metadata()).toMatchObject({
      width: 1_350,
    });
    // The upper left tile shows the upper left corner.
    const tile = await sharp((await get(`${service}/0,0,512,512/512,512/0/default.jpg`)).raw)
      .resize(8, 8)
      .raw()
      .toBuffer();
    const corner = await pattern(2_700, 1_800).extract({ left: 0, top: 0, width: 512, height: 512 }).png().toBuffer();
    const expected = await sharp(corner).resize(8, 8).raw().toBuffer();
    for (const [at, value] of expected.entries()) expect(Math.abs((tile[at] ?? 0) - value)).toBeLessThan(12);
    for (const other of ['0,0,500,500/500,500', 'full/100,', '9,9,9,9/9,9', 'full/max/90', '..%2f..%2fcard.key/max'])
      expect((await get(`${service}/${other}/0/default.jpg`)).status).toBe(404);
  });

  it('lets other sites show its scan and its manifest, but not its pictures below /media', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id, service } = await scanned(token);
    const tile = `${service}/0,0,512,512/512,512/0/default.jpg`;
    for (const path of [`${service}/info.json`, tile, manifestOf(id)]) {
      const { headers } = await get(path);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect((await get(path, { 'if-none-match': headers.etag })).status).toBe(304);
    }
    const { headers: ofTile } = await get(tile);
    expect(ofTile['cache-control']).toBe('public, max-age=31536000, immutable');
    const [url = ''] = (await shop.call('getListing', { params: { id } })).body.listing.images;
    const { headers } = await get(url);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    const redirect = await get(service);
    expect([redirect.status, redirect.headers.location]).toEqual([303, `${service}/info.json`]);
  });

  it('has a valid manifest with its pictures, the scan, its size and its details', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id, service } = await scanned(token, 2_400, 1_600);
    const [front = ''] = (await shop.call('getListing', { params: { id } })).body.listing.images;
    const back = await shop.shop.media.keepPicture(await pattern(300, 200, 7).png().toBuffer());
    if (!('url' in back)) throw new Error('the picture was not stored');
    const images = [front, 'https://example.com/online.jpg', back.url];
    const details = { description: 'Đêm trên sông', artist: 'Lê Vân Khê', widthCm: 75, heightCm: 50 };
    await shop.call('updateProduct', {
      token,
      params: { id },
      body: { images, imageAlts: ['The whole moon', '', ''], ...details },
    });
    const detail = { name: 'The moon', text: 'Eggshell', box: { x: 0.25, y: 0.5, width: 0.5, height: 0.25 } };
    const box = { x: 0.1, y: 0.1, width: 0.8, height: 0.8 };
    const look = { picture: front, box, details: [detail], version: 0 };
    expect((await shop.call('writeCloseLook', { token, params: { id }, body: look })).status).toBe(200);

    const manifest = await json(manifestOf(id));
    const state = { warnings: [] };
    presentation3StrictUpgrade(structuredClone(manifest), state);
    expect(state.warnings).toEqual([]);
    const seen: string[] = [];
    new Traverse({
      canvas: [
        ({ id: canvas, width, height }) =>
          void seen.push(`${canvas?.split('/').slice(-2).join('/')} ${width}x${height}`),
      ],
      service: [(service) => void ('type' in service && seen.push(`${service.type} ${Reflect.get(service, 'id')}`))],
    }).traverseManifest(structuredClone(manifest));
    expect(seen).toEqual(
      expect.arrayContaining(['canvas/1 2400x1600', 'canvas/2 300x200', `ImageService3 https://shop.test${service}`]),
    );
    expect(manifest).toMatchObject({
      label: { none: ['Moon 0'] },
      summary: { none: ['Đêm trên sông'] },
      metadata: [{ label: { en: ['Artist'] }, value: { none: ['Lê Vân Khê'] } }],
      homepage: [{ id: `https://shop.test/product/${id}` }],
      provider: [{ type: 'Agent', label: { none: ['Vàng Son'] } }],
    });
    const [{ service: sizes, annotations }] = manifest.items;
    expect(sizes).toMatchObject([{ physicalScale: 75 / (0.8 * 2_400), physicalUnits: 'cm' }]);
    expect(annotations[0].items).toMatchObject([
      {
        motivation: 'commenting',
        body: { value: 'The moon\nEggshell' },
        target: expect.stringMatching(/canvas\/1#xywh=600,800,1200,400$/),
      },
    ]);
    for (const { items } of manifest.items) {
      const [{ body }] = items[0].items;
      const { raw, headers } = await get(new URL(body.id).pathname);
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
      expect(await sharp(raw).metadata()).toMatchObject({ format: 'jpeg', width: body.width, height: body.height });
    }
    const info = await json(`${service}/info.json`);
    expect(imageServiceSupportsRequest(info, createImageServiceRequest(info))).toEqual([true]);
  });

  it('answers 404 below /iiif while not everybody sees it, and its scan exactly like an unknown id', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id, service } = await scanned(token);
    const paths = [`${service}/info.json`, service, `${service}/full/max/0/default.jpg`, manifestOf(id)];
    const unknown = await get(`/iiif/3/${'a'.repeat(32)}/info.json`);
    for (const visibility of ['draft', 'private', 'listed'] as const) {
      await shop.call('updateProduct', { token, params: { id }, body: { visibility } });
      for (const path of paths) {
        const { status, raw, headers } = await get(path);
        expect(status < 400, `${path} of a ${visibility} piece`).toBe(visibility === 'listed');
        if (visibility === 'listed' || path === manifestOf(id)) continue;
        const without = (all: object) => ({ ...all, 'x-request-id': '', date: '' });
        expect([status, raw.length, without(headers)]).toEqual([404, unknown.raw.length, without(unknown.headers)]);
      }
    }
    expect((await get(manifestOf('nothing'))).status).toBe(404);
    const bare = await shop.listing('Bare');
    expect((await get(manifestOf(bare.id))).status).toBe(404);
  });

  it('has an image service also when the scan fits in one tile', async () => {
    const { token } = await shop.admin('Stan', 'staff');
    const { id } = await piece(token);
    await upload(token, id, await pattern(300, 200).png().toBuffer());
    await shop.shop.scans.settled();
    const manifest = await json(manifestOf(id));
    const info = await json(`${new URL(manifest.items[0].items[0].items[0].body.service[0].id).pathname}/info.json`);
    expect(info).toMatchObject({ sizes: [{ width: 300, height: 200 }], tiles: [{ scaleFactors: [1] }] });
  });
});

/** Region, width and height of all tiles of a level, by the formula of the IIIF Image API. */
function tilesAt(info: { width: number; height: number }, factor: number): [string, number, number][] {
  const tiles: [string, number, number][] = [];
  const step = 512 * factor;
  for (let y = 0; y < info.height; y += step)
    for (let x = 0; x < info.width; x += step) {
      const [width, height] = [Math.min(step, info.width - x), Math.min(step, info.height - y)];
      tiles.push([`${x},${y},${width},${height}`, Math.ceil(width / factor), Math.ceil(height / factor)]);
    }
  return tiles;
}
