import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const storageKey = 'theme';

/**
 * Runs in the head before anything is painted (root.tsx). Nothing stored means the system's theme, which tokens.css
 * follows by itself.
 */
export const themeScript = `try{const t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

/** The same, for an <html> that the browser made anew. */
export function showChosenTheme(): void {
  try {
    const theme = localStorage.getItem(storageKey);
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is off: the system's theme.
  }
}

/** The theme on the screen. The server, and with it the first paint's words, assume light. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme, () => 'light');
}

/** Shows the other theme and remembers it for this browser. */
export function toggleTheme(): void {
  const theme = shownTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is off: the choice lasts until the page is left.
  }
  for (const notify of listeners) notify();
}

const listeners = new Set<() => void>();

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function subscribe(notify: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const followOtherTab = (event: StorageEvent) => {
    if (event.key !== storageKey) return;
    if (event.newValue) document.documentElement.dataset.theme = event.newValue;
    notify();
  };
  listeners.add(notify);
  system.addEventListener('change', notify);
  window.addEventListener('storage', followOtherTab);
  return () => {
    listeners.delete(notify);
    system.removeEventListener('change', notify);
    window.removeEventListener('storage', followOtherTab);
  };
}
