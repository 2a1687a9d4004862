import { createStore, useStore } from './ui/store.ts';

type Theme = 'light' | 'dark';

const storageKey = 'theme';

/**
 * Runs in the head before the first paint (root.tsx). Without a stored theme, tokens.css follows the system's theme.
 */
export const themeScript = `try{const t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

/** Does the same as `themeScript`, for a document that React has created in the browser. The script does not run there. */
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
  return useStore(visibleTheme, 'light');
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
  visibleTheme.set(theme);
}

const visibleTheme = createStore<Theme>('light', followTheme);

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function followTheme(): void {
  const update = () => visibleTheme.set(currentTheme());
  update();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', update);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey) return;
    if (newValue) document.documentElement.dataset.theme = newValue;
    update();
  });
}
