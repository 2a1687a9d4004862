import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { RunningShop } from './shop.ts';

/**
 * Waits for an email to this recipient whose subject begins with `subject`, and returns the text of the newest one. Without a mail server,
 * the shop writes email to files in `mail/`.
 */
export async function emailTo(shop: RunningShop, recipient: string, subject: string): Promise<string> {
  let email: string | undefined;
  const arrived = async () => {
    const emails = await emailsIn(join(shop.directory, 'mail'));
    email = emails.findLast((text) => text.includes(`\nTo: ${recipient}\n`) && text.includes(`\nSubject: ${subject}`));
    return email !== undefined;
  };
  await expect.poll(arrived, { message: `an email '${subject}' to ${recipient}`, intervals: [100] }).toBe(true);
  return email ?? '';
}

/** The texts of the emails in a folder, oldest first: their file names begin with the time. */
async function emailsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const texts = names.filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(texts.map((name) => readFile(join(folder, name), 'utf8')));
}
