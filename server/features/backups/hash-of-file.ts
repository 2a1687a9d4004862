import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The size of a file in bytes and its SHA-256, hex. Reads it as a stream. */
export async function hashOfFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    // A stream without an encoding yields Buffers.
    const buffer = chunk as Buffer;
    hash.update(buffer);
    bytes += buffer.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
