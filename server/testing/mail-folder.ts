import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestShop } from './open-shop.ts';

/** The texts of the emails of a shop without SMTP, which writes them to files. Oldest first: a file name begins with the time. */
export async function readMailFolder({ shop, directory }: Pick<TestShop, 'shop' | 'directory'>): Promise<string[]> {
  await shop.mailer.settled();
  const folder = join(directory, 'mail');
  const names = await readdir(folder).catch((): string[] => []);
  const texts = names.filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(texts.map((name) => readFile(join(folder, name), 'utf8')));
}
