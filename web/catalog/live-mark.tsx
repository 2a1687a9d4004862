import { Mark } from '../ui/mark.tsx';
import type { PieceState } from './live-state.ts';

/** SOLD or Reserved, fading in when it came while somebody was looking; nothing for a piece that is free. */
export function LiveMark({ live: { state, isNews } }: { live: PieceState }) {
  if (state !== 'sold' && state !== 'reserved') return null;
  return (
    <span className={isNews ? 'flex mark-appearing' : 'flex'}>
      <Mark kind={state}>{state === 'sold' ? 'SOLD' : 'Reserved'}</Mark>
    </span>
  );
}
