/** A shimmering box in the place of what is on its way. Its size comes with `className`; it is nothing to a reader. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`sk block ${className}`} aria-hidden="true" />;
}
