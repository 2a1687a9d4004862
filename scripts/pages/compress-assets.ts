import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg|json|txt)$/;

/** The compressed forms of a file by the ends of their names, so that the server does not compress them. None if it is no text. */
export async function compressed(file: string, content: Uint8Array): Promise<[end: string, content: Uint8Array][]> {
  if (!compressible.test(file)) return [];
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  return [
    ['.br', brotli],
    ['.gz', zipped],
  ];
}
