import type { Piece } from './pieces.ts';

/**
 * The id of the photograph to which a key moves the focus from photograph `id`: Left, Right, Home and End in the same piece, Up and
 * Down to the piece before or after. Null if the key moves nowhere.
 */
export function pictureAfter(key: string, id: string, pieces: readonly Pick<Piece, 'pictures'>[]): string | null {
  const row = pieces.findIndex(({ pictures }) => pictures.some((picture) => picture.id === id));
  const own = pieces[row]?.pictures ?? [];
  const at = own.findIndex((picture) => picture.id === id);
  const near = (pictures: Piece['pictures'] = []) => pictures[Math.min(at, pictures.length - 1)]?.id ?? null;
  if (key === 'ArrowRight') return own[at + 1]?.id ?? null;
  if (key === 'ArrowLeft') return own[at - 1]?.id ?? null;
  if (key === 'Home') return own[0]?.id ?? null;
  if (key === 'End') return own.at(-1)?.id ?? null;
  if (key === 'ArrowDown') return near(pieces[row + 1]?.pictures);
  if (key === 'ArrowUp') return near(pieces[row - 1]?.pictures);
  return null;
}

/** The ids from `one` to `other`, both included, in the order of `ids`; empty if `ids` lacks one of them. */
export function idsBetween(ids: readonly string[], one: string, other: string): readonly string[] {
  const ends = [ids.indexOf(one), ids.indexOf(other)];
  const [start, end] = [Math.min(...ends), Math.max(...ends)];
  return start < 0 ? [] : ids.slice(start, end + 1);
}
