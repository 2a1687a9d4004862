import { startTransition, useCallback, useOptimistic } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { changedAddress } from './table-address.ts';

/** Returns a function that opens the same section with other parameters. Searches while typing leave only one entry in the history. */
export function useAddressChange(): (changes: Readonly<Record<string, string | null>>) => void {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return useCallback(
    (changes) => {
      const now = new URLSearchParams(search);
      const isTyping = 'q' in changes && now.has('q');
      void navigate(changedAddress(now, changes), { replace: isTyping, preventScrollReset: true });
    },
    [navigate, search],
  );
}

/** The parameters of the URL: those that are being loaded for this section, otherwise the current ones. */
export function usePendingSearch(): string {
  const here = useLocation();
  const next = useNavigation().location;
  return next?.pathname === here.pathname ? next.search : here.search;
}

/** A parameter of the URL as the value of a select, and a function that changes it. '' stands for its absence. */
export function useParameterChoice(name: string): [string, (value: string) => void] {
  const change = useAddressChange();
  const value = new URLSearchParams(usePendingSearch()).get(name) ?? '';
  return useChoice(value, (next) => change({ [name]: next }));
}

/**
 * The value of a select, and a function that changes it and calls `open` with it. `value` comes from `usePendingSearch`, which has
 * the new value only once the router has begun to load the URL; until then the select would show the former one.
 */
export function useChoice<Value>(value: Value, open: (next: Value) => void): [Value, (next: Value) => void] {
  const [shown, setShown] = useOptimistic(value);
  const choose = (next: Value) =>
    startTransition(() => {
      setShown(next);
      open(next);
    });
  return [shown, choose];
}
