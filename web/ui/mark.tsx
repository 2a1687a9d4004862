import type { ReactNode } from 'react';

/** A gallery's mark: a shape and a word, so that nothing is said by colour alone. */
export function Mark({ kind, children }: { kind: 'sold' | 'reserved' | 'unique' | 'free'; children: ReactNode }) {
  return <span className={`mark mark-${kind}`}>{children}</span>;
}
