import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { limits } from '#contract/limits.ts';
import { openShop, type ShopProcess } from '../prove/shop-process.ts';
import { ask, signInAsKeeper } from './ask.ts';
import { onServerCore } from './cores.ts';
import { residentMegabytes } from './processor-time.ts';

/** Between two looks at memory, and between two pages, milliseconds. */
const restMilliseconds = 50;
const pagesWhenIdle = 60;

export interface PictureFigures {
  pictures: number;
  megabytesEach: number;
  /** Of the shop and its encoding process; `peak`: of both at one moment. */
  megabytes: { idle: number; peak: number; peakOfShop: number; peakOfEncoder: number };
  /** From the first byte sent to the answer, by picture; the shop takes `limits.picturesPerUpload` at once. */
  uploadMilliseconds: number;
  /** From the first upload to the last variant that is waited for, by picture. */
  doneMilliseconds: number;
  /** Home, a piece and the list of pieces, one after another; `busy`: in all of that time. */
  pageMilliseconds: { idle: PageTimes; busy: PageTimes };
}

interface PageTimes {
  p50: number;
  p99: number;
  worst: number;
}

/**
 * What `count` photographs of nearly 15 MB in a row do to memory and pages. `directory`: DATA_DIR, takes some 20 MB for each.
 * The variants of the first `finished` are waited for.
 */
export async function measurePictures(
  databaseUrl: string,
  directory: string,
  count: number,
  finished = count,
): Promise<PictureFigures> {
  const photographs = await takePhotographs();
  // The shop and its encoding process share the core.
  const shop = await openShop({ databaseUrl, directory, settings: { DEMO: '0' }, under: onServerCore });
  try {
    const token = await signInAsKeeper(shop.address);
    const piece = await addPiece(shop, token, 'Moon', []);
    const pages = ['/', `/product/${piece}`, '/api/listings'].map((path) => shop.address + path);
    await watchPages(pages, pagesWhenIdle).whole;
    const idle = { megabytes: residentMegabytes(shop.child.pid), pages: await watchPages(pages, pagesWhenIdle).whole };

    const memory = watchMemory(shop.child.pid);
    const watch = watchPages(pages);
    const begun = performance.now();
    const addresses = await uploadAll(shop, token, photographs, count);
    const uploaded = performance.now() - begun;
    await untilVariants(shop, await addPiece(shop, token, 'Last', addresses.slice(finished - 1, finished)));
    const done = performance.now() - begun;
    return {
      pictures: count,
      megabytesEach: photographs.bytes / 1_048_576,
      megabytes: { idle: idle.megabytes, ...(await memory.stop()) },
      uploadMilliseconds: uploaded / count,
      doneMilliseconds: done / finished,
      pageMilliseconds: { idle: idle.pages, busy: await watch.stop() },
    };
  } finally {
    await shop.stop();
  }
}

interface Photographs {
  bytes: number;
  /** Each another picture to the shop. */
  take(index: number): Blob;
}

/** As a camera writes them: 24 megapixels, what was taken with what and where, and just below what the shop accepts. */
async function takePhotographs(): Promise<Photographs> {
  const [width, height] = [6_000, 4_000];
  // Coarse enough to be a picture to an encoder, fine enough to be large.
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
      // A comment right after the beginning: COM, its length with itself, four bytes.
      const comment = Buffer.from([0xff, 0xfe, 0, 6, 0, 0, 0, 0]);
      comment.writeUInt32BE(index, 4);
      return new Blob([photograph.subarray(0, 2), comment, photograph.subarray(2)], { type: 'image/jpeg' });
    },
  };
}

/** Answers their addresses. */
async function uploadAll(shop: ShopProcess, token: string, { take }: Photographs, count: number): Promise<string[]> {
  const addresses: string[] = [];
  for (let first = 0; first < count; first += limits.picturesPerUpload) {
    const form = new FormData();
    for (let index = first; index < Math.min(count, first + limits.picturesPerUpload); index += 1)
      form.append('images', take(index), `${index}.jpg`);
    const { imageUrls } = await ask(shop.address, 'POST', '/admin/upload-images', { token, body: form });
    addresses.push(...imageUrls);
  }
  return addresses;
}

/** They are made in the order of the uploads. */
async function untilVariants(shop: ShopProcess, piece: string): Promise<void> {
  for (;;) {
    const { listing } = await ask(shop.address, 'GET', `/listings/${piece}`);
    if (listing.imageSet[0]?.variants.length) return;
    await pause(restMilliseconds);
  }
}

function watchMemory(pid: number | undefined) {
  const peaks = { peak: 0, peakOfShop: 0, peakOfEncoder: 0 };
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const shop = residentMegabytes(pid);
      const encoder = childrenOf(pid).reduce((sum, child) => sum + megabytesIfThere(child), 0);
      peaks.peakOfShop = Math.max(peaks.peakOfShop, shop);
      peaks.peakOfEncoder = Math.max(peaks.peakOfEncoder, encoder);
      peaks.peak = Math.max(peaks.peak, shop + encoder);
      await pause(restMilliseconds);
    }
  };
  const looking = look();
  return {
    async stop() {
      isOver = true;
      await looking;
      return peaks;
    },
  };
}

const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

function megabytesIfThere(pid: number): number {
  try {
    return residentMegabytes(pid) || 0;
  } catch {
    // It ended between the two looks.
    return 0;
  }
}

/** One page after another, `atMost` of them or until it is stopped; each has to answer 200. */
function watchPages(pages: readonly string[], atMost = Number.POSITIVE_INFINITY) {
  const times: number[] = [];
  let isOver = false;
  const look = async (): Promise<PageTimes> => {
    for (let turn = 0; !isOver && turn < atMost; turn += 1) {
      const page = pages[turn % pages.length] ?? '';
      const begun = performance.now();
      const response = await fetch(page);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${page} answers ${response.status}`);
      times.push(performance.now() - begun);
      await pause(restMilliseconds);
    }
    times.sort((left, right) => left - right);
    const quantile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    return { p50: quantile(0.5), p99: quantile(0.99), worst: quantile(1) };
  };
  const whole = look();
  return {
    whole,
    stop() {
      isOver = true;
      return whole;
    },
  };
}

async function addPiece(shop: ShopProcess, token: string, name: string, images: string[]): Promise<string> {
  const body = { name, price: 100, images };
  return (await ask(shop.address, 'POST', '/admin/products', { token, body })).product.id;
}
