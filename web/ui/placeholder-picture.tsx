/** Shown where there is no picture: the leaf mark on a 4:5 background. `label` is its accessible name; '' hides it. */
export function PlaceholderPicture({ label = '' }: { label?: string }) {
  return (
    <span className="no-picture" {...(label && { role: 'img', 'aria-label': label })}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <rect className="no-picture-leaf" x="4" y="4" width="40" height="40" transform="rotate(8 24 24)" />
        <path className="no-picture-crack" d="m6 36 12-9 8 5 20-17" />
      </svg>
    </span>
  );
}
