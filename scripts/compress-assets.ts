import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg|json|txt)$/;

/** Writes a `.br` and a `.gz` next to every text file under `directory`, so that the server does not compress them. */
export async function compressAssets(directory: string): Promise<void> {
  const files = await readdir(directory, { recursive: true });
  await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compressFile(join(directory, file))));
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}
