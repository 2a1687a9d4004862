import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer } from './judge.ts';

/** The body as it was before it was compressed. Throws if it is not what its headers say. */
export function unpacked(headers: Answer['headers'], body: Buffer): Buffer {
  if (body.length === 0) return body;
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body);
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  return body;
}
