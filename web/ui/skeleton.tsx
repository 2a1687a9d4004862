/** A loading placeholder. `className` sets its size; it is hidden from screen readers. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`skeleton block ${className}`} aria-hidden="true" />;
}
