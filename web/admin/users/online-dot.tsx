import { t } from '@lingui/core/macro';
/** A dot if the user is online, otherwise a ring. `labelled` adds a text alternative for places without a visible label. */
export function OnlineDot({ isOnline, labelled = false }: { isOnline: boolean; labelled?: boolean }) {
  return (
    <span
      className={isOnline ? 'dot' : 'dot dot-off'}
      {...(labelled && { role: 'img', 'aria-label': isOnline ? t`Online` : t`Offline` })}
    />
  );
}
