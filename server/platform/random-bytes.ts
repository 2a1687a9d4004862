import { randomBytes } from 'node:crypto';

/** How many bytes one call of the system's source gives. A call costs as much as a small query. */
const drawnAtOnce = 4_096;
/** More bytes are drawn by themselves. */
const mostFromDrawn = 64;

/** Returns a source of unguessable bytes that asks the system once for many small requests. No byte is given twice. */
export function createRandomBytes(): (count: number) => Buffer {
  let drawn: Buffer = Buffer.alloc(0);
  let used = 0;
  return (count) => {
    if (count > mostFromDrawn) return randomBytes(count);
    if (used + count > drawn.length) {
      drawn = randomBytes(drawnAtOnce);
      used = 0;
    }
    const given = Buffer.from(drawn.subarray(used, used + count));
    // It may become a secret, which must not stay in memory.
    drawn.fill(0, used, used + count);
    used += count;
    return given;
  };
}
