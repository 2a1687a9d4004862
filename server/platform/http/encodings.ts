import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** The last header and its encoding: most clients of a shop send the same. */
let last: { header: string; encoding: Encoding | null } = { header: '', encoding: null };

/** Returns the best encoding that Accept-Encoding allows; null means uncompressed. Runs for every page. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | null {
  if (!acceptEncoding) return null;
  if (acceptEncoding !== last.header) last = { header: acceptEncoding, encoding: bestOf(acceptEncoding) };
  return last.encoding;
}

function bestOf(acceptEncoding: string): Encoding | null {
  if (accepts.br.test(acceptEncoding)) return 'br';
  return accepts.gzip.test(acceptEncoding) ? 'gzip' : null;
}

/** Each finds the name of an encoding in a list with commas, unless its weight is 0 (`q=0`). */
const accepts = {
  br: /(?:^|,)\s*br\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i,
};

/** Compresses for speed rather than size, because pages are compressed again after every change of the collection. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 6 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return promisify(brotliCompress)(bytes, { params });
}

/** Returns a weak ETag, the same for every encoding of the content. */
export function etagOf(bytes: Buffer): string {
  return `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
}

/** Whether If-None-Match contains this weak ETag. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (!ifNoneMatch || etag === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag));
}
