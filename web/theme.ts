import { useSyncExternalStore } from 'react';

type Theme = 'light' | 'dark';

const storageKey = 'theme';

/**
 * Runs in the head before the first paint (root.tsx). Without a stored theme, tokens.css follows the system's theme.
 */
export const themeScript = `try{const t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

/** Does the same as the script, for an <html> element created by the browser. */
export function applyStoredTheme(): void {
  try {
    const theme = localStorage.getItem(storageKey);
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is disabled: use the system's theme.
  }
}

/** The visible theme. Server rendering and hydration assume light. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'light');
}

/** Switches the theme and stores the choice in this browser. */
export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
  for (const notify of listeners) notify();
}

const listeners = new Set<() => void>();

function currentTheme(): Theme {
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
