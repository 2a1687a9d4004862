import { type RefObject, useEffect, useRef } from 'react';
import type { WallPiece } from './wall-piece.ts';

/**
 * Whoever asked for more goes on with the first piece that came, not after the last one. Answers the list's ref, and what
 * to call when more is asked for.
 */
export function useFocusOnNext(pieces: readonly WallPiece[]): [RefObject<HTMLUListElement | null>, () => void] {
  const list = useRef<HTMLUListElement>(null);
  const lastSeen = useRef<string | null>(null);
  useEffect(() => {
    const position = pieces.findIndex(({ id }) => id === lastSeen.current);
    if (lastSeen.current === null || position === pieces.length - 1) return;
    lastSeen.current = null;
    const name = list.current?.children[position + 1]?.querySelector<HTMLElement>('h3 a');
    name?.focus({ preventScroll: true });
  }, [pieces]);
  const rememberLast = () => {
    lastSeen.current = pieces.at(-1)?.id ?? null;
  };
  return [list, rememberLast];
}
