import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { limits } from '#contract/limits.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { openShop, signInAsOwner } from '#server/testing/shop-process.ts';
import { repeat, until } from '#server/testing/waiting.ts';
import { atMost, type Figure, quantile } from '../proofs/proof.ts';
import { onServerCore, residentMegabytes } from './machine.ts';

/** Milliseconds between two readings of the memory, and between two requests for pages. */
const restMilliseconds = 50;
const pagesWhenIdle = 60;
/** The measurement waits for the variants of this many pictures. */
const awaited = 20;

const count = 200;

/** Measures memory and page times while 200 photographs of nearly 15 MB are uploaded. `directory` needs 20 MB for each of them. */
export async function measurePictures(directory: string): Promise<Figure[]> {
  const photographs = await takePhotographs();
  // The shop and its encoding process share the core.
  await using shop = await openShop({ databaseUrl: `file:${directory}/shop.db`, directory, under: onServerCore });
  using client = createHttpClient(shop.address, { timeout: 600_000 });
  const token = await signInAsOwner(client);
  const add = async (name: string, images: string[]) =>
    (await client.call('addProduct', { token, body: { name, price: 100, images } })).body.product.id;
  const pages = ['/', `/product/${await add('Moon', [])}`, '/api/listings'];
  const idle: number[] = [];
  // The first half only warms up.
  for (let turn = 0; turn < 2 * pagesWhenIdle; turn += 1) {
    const time = await timeOf(client, pages, turn);
    if (turn >= pagesWhenIdle) idle.push(time);
  }

  let peak = 0;
  const busy: number[] = [];
  const memory = repeat(() => {
    peak = Math.max(peak, megabytesWithChildren(shop.child.pid));
  }, restMilliseconds);
  const visitor = repeat(async (turn) => busy.push(await timeOf(client, pages, turn)), restMilliseconds);
  const begun = performance.now();
  const addresses = await uploadAll(client, token, photographs);
  const uploaded = performance.now() - begun;
  await untilVariants(client, await add('Last', addresses.slice(awaited - 1, awaited)));
  await Promise.all([memory.stop(), visitor.stop()]);
  const size = (photographs.bytes / 1_048_576).toFixed(0);
  const meanwhile = `p99 of pages meanwhile (before: ${quantile(idle, 0.99).toFixed(0)} ms)`;
  return [
    atMost(1_000, `memory at most, ${count} pictures of ${size} MB`, peak, 'MB'),
    { what: 'upload of one', measured: uploaded / count, unit: 'ms' },
    { what: meanwhile, measured: quantile(busy, 0.99), unit: 'ms' },
  ];
}

interface Photographs {
  bytes: number;
  /** Returns a photograph. Its bytes differ for each index, so that the shop stores each as a picture of its own. */
  take(index: number): Buffer;
}

/** Makes photographs like those of a camera: 24 megapixels, EXIF data with a place, and a file just below what the shop accepts. */
async function takePhotographs(): Promise<Photographs> {
  const [width, height] = [6_000, 4_000];
  // Noise at a quarter of the size: encoders compress it like a picture, and the file is still large.
  const noise = sharp(randomBytes((width * height * 3) / 16), {
    raw: { width: width / 4, height: height / 4, channels: 3 },
  });
  const pixels = await noise.resize(width, height, { kernel: 'cubic' }).raw().toBuffer();
  const camera = { IFD0: { Model: 'A camera' }, IFD3: { GPSLatitude: '33/1 52/1 0/1', GPSLatitudeRef: 'S' } };
  let photograph = Buffer.alloc(0);
  for (const quality of [98, 95, 92, 89, 86, 83, 80, 75, 70]) {
    photograph = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .withExif(camera)
      .jpeg({ quality })
      .toBuffer();
    if (photograph.length < limits.picture - 100) break;
  }
  return {
    bytes: photograph.length,
    take(index) {
      // A JPEG comment after the start marker: the marker COM, the length including its own two bytes, and the index in four bytes.
      const comment = Buffer.from([0xff, 0xfe, 0, 6, 0, 0, 0, 0]);
      comment.writeUInt32BE(index, 4);
      return Buffer.concat([photograph.subarray(0, 2), comment, photograph.subarray(2)]);
    },
  };
}

async function uploadAll(client: HttpClient, token: string, { take }: Photographs): Promise<string[]> {
  const addresses: string[] = [];
  for (let first = 0; first < count; first += limits.picturesPerUpload) {
    const indexes = Array.from({ length: Math.min(count - first, limits.picturesPerUpload) }, (_, at) => first + at);
    const form = filesBody('images', ...indexes.map((index) => ({ name: `${index}.jpg`, bytes: take(index) })));
    const { status, body } = await client.call('uploadImages', { token, ...form });
    if (status !== 200) throw new Error(`The upload answered ${status} ${body.message}`);
    addresses.push(...body.imageUrls);
  }
  return addresses;
}

/** Waits for the variants of a listing's first picture. Variants are made in the order of the uploads. */
function untilVariants(client: HttpClient, id: string): Promise<void> {
  const isMade = async () =>
    ((await client.call('getListing', { params: { id } })).body.listing.imageSet[0]?.variants.length ?? 0) > 0;
  return until(isMade, 'the variants are made', { patience: 3_600_000, every: restMilliseconds });
}

function megabytesWithChildren(pid: number | undefined): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const ofChildren = children.map((child) => {
    try {
      return residentMegabytes(Number(child)) || 0;
    } catch {
      // The process has ended since it was listed.
      return 0;
    }
  });
  return ofChildren.reduce((sum, megabytes) => sum + megabytes, residentMegabytes(pid));
}

/** Requests one of the pages, in rotation, and returns the milliseconds. Throws if the status is not 200. */
async function timeOf(client: HttpClient, pages: readonly string[], turn: number): Promise<number> {
  const page = pages[turn % pages.length] ?? '';
  const { status, milliseconds } = await client.request('GET', page);
  if (status !== 200) throw new Error(`${page} answers ${status}`);
  return milliseconds;
}
