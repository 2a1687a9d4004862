import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/** Opens an order over the table, or closes it with null: one step back leads to the table as it was. */
export function useOpenOrder(): (id: string | null) => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return useCallback(
    (id) => {
      const changed = new URLSearchParams(search);
      if (id === null) changed.delete('order');
      else changed.set('order', id);
      void navigate(`?${changed}`, { replace: id === null, preventScrollReset: true });
    },
    [navigate, search],
  );
}
