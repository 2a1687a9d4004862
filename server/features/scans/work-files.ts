import { join } from 'node:path';

/** The paths in the folder where the tiles of a scan are made: of the scan, of the picture with the same framing, and of the tiles. */
export const workFiles = (directory: string) => ({
  original: join(directory, 'original'),
  picture: join(directory, 'picture'),
  tiles: join(directory, 'tiles'),
});
