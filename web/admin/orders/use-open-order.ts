import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/** Opens an order over the table, or closes it with null. One step back in the history restores the table. */
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
