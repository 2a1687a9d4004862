/** Width and height of a tile, pixels; those at the right and lower edge are smaller. */
export const tileSize = 512;
/** Pictures of the whole scan have at most so many pixels on their longer side. */
const widestWhole = 2_048;

export interface Size {
  width: number;
  height: number;
}

/** One of the images that are stored of a scan. */
export interface StoredImage {
  /** Region and size as in the canonical address of IIIF, e.g. `0,512,512,512/512,512` or `full/383,512`. */
  address: string;
  /** How many pixels of the scan one pixel of the image stands for, in each direction: a power of 2. */
  factor: number;
  /** Null: it shows the whole scan. */
  tile: { column: number; row: number } | null;
}

/** The factors of the levels: 1, 2, 4 and so on, until the whole scan is one tile. */
export function scaleFactors({ width, height }: Size): number[] {
  const factors = [1];
  for (let factor = 1; Math.max(width, height) > factor * tileSize; factor *= 2) factors.push(factor * 2);
  return factors;
}

/** The size of a level, rounded up as libvips and IIIF clients do. */
export const levelSize = ({ width, height }: Size, factor: number): Size => ({
  width: Math.ceil(width / factor),
  height: Math.ceil(height / factor),
});

/** The factors at which there is a picture of the whole scan, the smallest picture first. */
export function wholeFactors(size: Size): number[] {
  const all = scaleFactors(size).toReversed();
  return all.filter((factor) => Math.max(size.width, size.height) <= factor * widestWhole);
}

/** All stored images in the order of the file that contains them: pictures of the whole scan, then the tiles from level to level. */
export function storedImages(size: Size): StoredImage[] {
  const wholes = wholeFactors(size).map((factor) => ({ address: wholeAddress(size, factor), factor, tile: null }));
  const tiles = scaleFactors(size)
    .filter((factor) => levelIsTiled(size, factor))
    .flatMap((factor) => tilesOf(size, factor));
  return [...wholes, ...tiles];
}

/** Whether a level has tiles. The smallest level fits in one tile, so it is stored only as a picture of the whole scan. */
const levelIsTiled = ({ width, height }: Size, factor: number) => Math.max(width, height) > factor * tileSize;

function tilesOf({ width, height }: Size, factor: number): StoredImage[] {
  const step = factor * tileSize;
  const images: StoredImage[] = [];
  for (let row = 0; row * step < height; row += 1)
    for (let column = 0; column * step < width; column += 1) {
      const region = { width: Math.min(step, width - column * step), height: Math.min(step, height - row * step) };
      const size = levelSize(region, factor);
      const place = [column * step, row * step, region.width, region.height].join(',');
      images.push({ address: `${place}/${size.width},${size.height}`, factor, tile: { column, row } });
    }
  return images;
}

function wholeAddress(size: Size, factor: number): string {
  const { width, height } = levelSize(size, factor);
  return `full/${width},${height}`;
}

/**
 * The canonical address of the image at an address with this `region` and `size`: the region of the whole scan becomes `full`, and
 * `full/max` the largest picture of the whole scan.
 */
export function canonicalAddress(scan: Size, region: string, size: string): string {
  const isWhole = region === 'full' || region === `0,0,${scan.width},${scan.height}`;
  if (!isWhole) return `${region}/${size}`;
  return size === 'max' ? wholeAddress(scan, wholeFactors(scan).at(-1) ?? 1) : `full/${size}`;
}
