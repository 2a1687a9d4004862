import { join } from 'node:path';

/** What is in the folder in which the tiles of one scan are made: the scan, the picture of the same framing, and the file of the tiles. */
export const workFiles = (directory: string) => ({
  original: join(directory, 'original'),
  picture: join(directory, 'picture'),
  tiles: join(directory, 'tiles'),
});
