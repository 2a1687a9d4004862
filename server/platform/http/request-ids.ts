const idBytes = 9;
/** How many ids one call of the random source gives. A call costs as much as a small query. */
const idsPerDraw = 256;

/** Returns a function that makes the unguessable ids of requests, 12 characters. */
export function createRequestIds(randomBytes: (count: number) => Buffer): () => string {
  let drawn: Buffer = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used === drawn.length) {
      drawn = randomBytes(idBytes * idsPerDraw);
      used = 0;
    }
    used += idBytes;
    return drawn.toString('base64url', used - idBytes, used);
  };
}
