import { useSyncExternalStore } from 'react';

const query = '(prefers-reduced-motion: reduce)';

export const wantsLessMotion = () => window.matchMedia(query).matches;

export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, wantsLessMotion, () => false);
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
