import { useState } from 'react';
import type { Listing } from '#contract/catalog.ts';

export interface Selection {
  /** The selected rows of this page, in its order. */
  rows: readonly Listing[];
  /** How many rows the page has. */
  total: number;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Selects all rows of this page, or none. */
  selectAll: (isSelected: boolean) => void;
}

/** The selected rows of this page. Rows of other pages are left out, so that admins see every piece that they change. */
export function useSelection(page: readonly Listing[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    rows: page.filter(({ id }) => ids.has(id)),
    total: page.length,
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds((earlier) => {
        const next = new Set(earlier);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    selectAll: (isSelected) => setIds(new Set(isSelected ? page.map(({ id }) => id) : [])),
  };
}
