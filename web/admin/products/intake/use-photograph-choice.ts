import { useCallback, useRef, useState } from 'react';
import { idsBetween } from './photograph-keys.ts';
import type { Piece } from './pieces.ts';
import { useStable } from './use-stable.ts';

/** Which photographs are chosen: one by one, all of a piece, or a range. Returns the same functions in every rendering. */
export function usePhotographChoice(pieces: readonly Piece[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Where a range begins, and what was chosen before it.
  const anchor = useRef<{ id: string; before: ReadonlySet<string> } | null>(null);
  const ids = pieces.flatMap(({ pictures }) => pictures.map(({ id }) => id));
  // Other people may have removed chosen photographs. If not, the set stays the same object, so that no photograph is rendered again.
  const there = new Set(ids);
  if (!chosen.isSubsetOf(there)) setChosen(chosen.intersection(there));
  return {
    chosen,
    choose: useCallback((some: readonly string[], isChosen: boolean) => {
      anchor.current = null;
      setChosen((before) => (isChosen ? before.union(new Set(some)) : before.difference(new Set(some))));
    }, []),
    toggle: useStable((id: string) => {
      const next = chosen.symmetricDifference(new Set([id]));
      anchor.current = { id, before: next };
      setChosen(next);
    }),
    /** Chooses a range up to photograph `to`. It begins where the last range began, or at `from` if there is none. */
    extend: useStable((from: string, to: string) => {
      anchor.current ??= { id: from, before: chosen };
      setChosen(anchor.current.before.union(new Set(idsBetween(ids, anchor.current.id, to))));
    }),
    /** Forgets where the range began, so that the next one begins anew. */
    endRange: useCallback(() => {
      anchor.current = null;
    }, []),
    clear: useCallback(() => setChosen(new Set()), []),
  };
}
