import { createWriteStream } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp, { type Sharp } from 'sharp';
import { isRefusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { ScanProblem } from '#contract/scans.ts';
import { inOwnColours } from '#server/platform/pictures/picture-file.ts';
import { plainGround } from '#server/platform/pictures/plain-ground.ts';
import { readScanHeader } from './inspect-scan.ts';
import {
  levelSize,
  type Size,
  type StoredImage,
  scaleFactors,
  storedImages,
  tileSize,
  wholeFactors,
} from './pyramid.ts';
import { haveSameFraming } from './same-framing.ts';
import { workFiles } from './work-files.ts';

/** Full chroma resolution: with half of it, seams between tiles would show, and edges in red lacquer would become unclear. */
const jpeg = { quality: 85, chromaSubsampling: '4:4:4' } as const;

/**
 * Makes the images of a scan from the files in `directory` (work-files.ts) and writes them into one file, one after the other. Returns
 * the length of each in bytes, in the order of `storedImages`; or why it cannot be done. Throws when the disk fails.
 */
export async function makeTiles(directory: string, size: Size): Promise<number[] | ScanProblem> {
  const { original, picture, tiles } = workFiles(directory);
  const openScan = await opener(original);
  if (!openScan) return 'unreadable';
  const wholes = await makeWholes(openScan, size).catch(() => null);
  const largest = wholes?.at(-1);
  if (!wholes || !largest) return 'unreadable';
  if (!(await haveSameFraming(largest, picture))) return 'other picture';
  await openScan()
    .jpeg(jpeg)
    .tile({ size: tileSize, overlap: 0, layout: 'dz', depth: 'onetile', container: 'fs' })
    .toFile(join(directory, 'level.dz'));
  return joinImages(directory, size, wholes, tiles);
}

/** The progress of `makeTiles`: how many of the images are made, in percent, at most 99. */
export async function tilesMade(directory: string, size: Size): Promise<number> {
  const names = await readdir(join(directory, 'level_files'), { recursive: true }).catch(() => []);
  return Math.min(99, Math.floor((100 * names.length) / (storedImages(size).length + scaleFactors(size).length)));
}

/** Returns a function that opens the scan anew for each reading: upright, in sRGB or Display P3, row by row. Null if it is no picture. */
async function opener(original: string): Promise<(() => Sharp) | null> {
  const metadata = await readScanHeader(original);
  if (isRefusal(metadata)) return null;
  const options = { limitInputPixels: limits.scanPixels, failOn: 'error', sequentialRead: true } as const;
  return () => inOwnColours(sharp(original, options).autoOrient(), metadata).flatten({ background: plainGround });
}

async function makeWholes(openScan: () => Sharp, size: Size): Promise<Buffer[]> {
  const [largest = 1, ...smaller] = wholeFactors(size).toReversed();
  const first = await openScan()
    .resize({ ...levelSize(size, largest), fit: 'fill' })
    .jpeg(jpeg)
    .toBuffer();
  const others = smaller.map((factor) =>
    sharp(first)
      .keepIccProfile()
      .resize({ ...levelSize(size, factor), fit: 'fill' })
      .jpeg(jpeg)
      .toBuffer(),
  );
  return [first, ...(await Promise.all(others))].toReversed();
}

async function joinImages(directory: string, size: Size, wholes: Buffer[], path: string): Promise<number[]> {
  const lengths: number[] = [];
  const levels = scaleFactors(size).toReversed();
  const read = ({ factor, tile }: StoredImage, position: number) => {
    const whole = wholes[position];
    if (!tile) return Promise.resolve(whole ?? Buffer.alloc(0));
    const level = String(levels.indexOf(factor));
    return readFile(join(directory, 'level_files', level, `${tile.column}_${tile.row}.jpeg`));
  };
  async function* contents() {
    for (const [position, image] of storedImages(size).entries()) {
      const bytes = await read(image, position);
      lengths.push(bytes.length);
      yield bytes;
    }
  }
  await pipeline(Readable.from(contents()), createWriteStream(path, { flags: 'wx' }));
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
  return lengths;
}
