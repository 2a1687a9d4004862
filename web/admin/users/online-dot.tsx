/** A filled dot or a ring. `labelled` where the word does not stand beside it. */
export function OnlineDot({ isOnline, labelled = false }: { isOnline: boolean; labelled?: boolean }) {
  return (
    <span
      className={isOnline ? 'dot' : 'dot dot-off'}
      {...(labelled && { role: 'img', 'aria-label': isOnline ? 'Online' : 'Offline' })}
    />
  );
}
