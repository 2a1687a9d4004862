import sharp from 'sharp';

interface Moved {
  /** Pixels. */
  x: number;
  y: number;
  /** Degrees, clockwise. */
  rotation: number;
  scale: number;
}

/**
 * Returns `picture` as a JPEG, as if the camera had moved: turned and scaled about its middle, then moved by `x` and `y` pixels.
 * `exposure` multiplies the values of the pixels; `noise`, from a fixed seed, is the standard deviation of what is added to them.
 */
export async function movedPhotograph(
  picture: Uint8Array,
  { x, y, rotation, scale }: Moved,
  { exposure = 1, noise = 0 }: { exposure?: number; noise?: number },
): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const moved = Buffer.alloc(data.length);
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  const angle = (rotation * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  const random = randomOf(1234);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const [right, down] = [column - middleX - x, row - middleY - y];
      const from = { x: middleX + cosine * right + sine * down, y: middleY - sine * right + cosine * down };
      for (let channel = 0; channel < 3; channel += 1) {
        const value = sampled(data, { width, height, ...from }, channel) * exposure + noise * random();
        moved[(row * width + column) * 3 + channel] = Math.min(255, Math.max(0, Math.round(value)));
      }
    }
  return sharp(moved, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The value of a channel at a point between four pixels. Outside of the picture, the pixels of its edge continue. */
function sampled(
  data: Buffer,
  { width, height, x, y }: { width: number; height: number; x: number; y: number },
  channel: number,
): number {
  const at = (column: number, row: number) =>
    data[(Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))) * 3 + channel] ??
    0;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
  return upper * (1 - down) + (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * down;
}

/** Returns a generator of nearly normally distributed numbers with mean 0 and standard deviation 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  return () => (next() + next() + next() + next() - 2) * 1.73;
}
