import type { PhotographGroup } from './group-photographs.ts';

/** A photograph that waits, and the piece that it is in; null for one that has just arrived. */
export interface PlacedPhotograph {
  id: string;
  pieceId: string | null;
  /** Whether somebody typed in its piece or moved photographs of it. */
  isKept: boolean;
}

/** The photographs that a piece gets: all of them if nobody has changed the piece; only those to add at its end if it is kept. */
export interface FittedGroup {
  /** Null: a new piece. */
  pieceId: string | null;
  isKept: boolean;
  name: string;
  ids: string[];
}

/**
 * Assigns groups of photographs to the existing pieces. Photographs of kept pieces stay where they are; a new one joins its group even in
 * a kept piece. All others follow the grouping, and a group gets the piece that most of its photographs are in.
 */
export function fitGroups(groups: readonly PhotographGroup[], photographs: readonly PlacedPhotograph[]): FittedGroup[] {
  const byId = new Map(photographs.map((photograph) => [photograph.id, photograph]));
  const taken = new Set<string>();
  return groups.flatMap(({ name, ids }) => {
    const placed = ids.flatMap((id) => byId.get(id) ?? []);
    const free = placed.filter(({ isKept }) => !isKept);
    if (free.length === 0) return [];
    const kept = placed.filter(({ isKept }) => isKept);
    if (kept.length > 0) return besideKept(placed, name);
    const pieceId = mostOf(free.flatMap(({ pieceId: piece }) => (piece === null || taken.has(piece) ? [] : [piece])));
    if (pieceId !== null) taken.add(pieceId);
    return [{ pieceId, isKept: false, name, ids: free.map(({ id }) => id) }];
  });
}

/** Each free photograph joins the kept piece of the one before it in the group, or else of the first one after it. */
function besideKept(placed: readonly PlacedPhotograph[], name: string): FittedGroup[] {
  const additions = new Map<string | null, string[]>();
  let pieceId = placed.find(({ isKept }) => isKept)?.pieceId ?? null;
  for (const photograph of placed) {
    if (photograph.isKept) pieceId = photograph.pieceId;
    else additions.set(pieceId, [...(additions.get(pieceId) ?? []), photograph.id]);
  }
  return [...additions].map(([piece, ids]) => ({ pieceId: piece, isKept: true, name, ids }));
}

function mostOf(pieceIds: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const id of pieceIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}
