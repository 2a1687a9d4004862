import type { ReactNode } from 'react';

/** The status mark of a listing: a shape and a text, so that the status does not depend on colour alone. */
export function Mark({ kind, children }: { kind: 'sold' | 'reserved' | 'unique' | 'free'; children: ReactNode }) {
  return <span className={`mark mark-${kind}`}>{children}</span>;
}
