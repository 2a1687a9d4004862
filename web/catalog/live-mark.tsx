import { t } from '@lingui/core/macro';
import { Mark } from '../ui/mark.tsx';
import type { LiveState } from './live-state.ts';

/** The mark SOLD or Reserved, which fades in after a live change; nothing for other states. */
export function LiveMark({ live: { state, isLiveChange } }: { live: LiveState }) {
  if (state !== 'sold' && state !== 'reserved') return null;
  return (
    <span className={isLiveChange ? 'flex mark-appearing' : 'flex'}>
      <Mark kind={state}>{state === 'sold' ? t`SOLD` : t`Reserved`}</Mark>
    </span>
  );
}
