import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/** Returns a function that opens an order over the table, or with null closes it. One step back in the history shows the table again. */
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
