import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Of its bytes, as hex. */
export async function hashOfFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    // A stream without an encoding gives bytes.
    const some = chunk as Buffer;
    hash.update(some);
    bytes += some.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
