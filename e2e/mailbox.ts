import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { RunningShop } from './shop.ts';

/** The newest letter of that subject to somebody, as soon as it has arrived (CONTRACT.md: files under `mail/`). */
export async function letterTo(shop: RunningShop, recipient: string, subject: string): Promise<string> {
  let letter: string | undefined;
  const arrived = async () => {
    const letters = await lettersIn(join(shop.directory, 'mail'));
    letter = letters.findLast(
      (text) => text.includes(`\nTo: ${recipient}\n`) && text.includes(`\nSubject: ${subject}`),
    );
    return letter !== undefined;
  };
  await expect.poll(arrived, `a letter '${subject}' to ${recipient}`).toBe(true);
  return letter ?? '';
}

/** Oldest first: a file's name begins with its time. */
async function lettersIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const texts = names.filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(texts.map((name) => readFile(join(folder, name), 'utf8')));
}
