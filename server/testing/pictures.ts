import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { Shop } from '#server/shop.ts';
import type { TestShop } from './open-shop.ts';
import type { Person } from './people.ts';

const red = { r: 200, g: 30, b: 20 };
/** Returns a picture of one colour, to be encoded. */
export const panel = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: red } });

/** Returns an admin, the same one for all calls in a test. */
export async function anAdmin(shop: TestShop): Promise<Person> {
  const known = admins.get(shop.shop) ?? (await shop.admin());
  admins.set(shop.shop, known);
  return known;
}
const admins = new WeakMap<Shop, Person>();

/** Returns the names of all files below the shop's media directory. */
export async function filesOnDisk(shop: TestShop): Promise<string[]> {
  return (await pathsOnDisk(shop)).map((path) => basename(path));
}

/** Returns the paths of all files below the shop's media directory. */
export async function pathsOnDisk({ directory }: Pick<TestShop, 'directory'>): Promise<string[]> {
  const entries = await readdir(join(directory, 'media'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
