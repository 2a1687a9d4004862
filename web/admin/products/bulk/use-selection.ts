import { useState } from 'react';
import type { Listing } from '#contract/catalog.ts';

export interface Selection {
  /** The selected rows of this page, in its order. */
  rows: readonly Listing[];
  /** How many rows the page has. */
  total: number;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** All rows of this page, or none. */
  selectAll: (isSelected: boolean) => void;
}

/** Which rows are selected. Rows of another page are not: what is changed can be seen. */
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
