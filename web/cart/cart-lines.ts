// The lines of the cart in local storage, shared by the browser's tabs. Calls to the server are in server-cart.ts.
import { createStore } from '../ui/store.ts';
import { type CartLine, parseLines } from './cart-line.ts';

/** The stored value is an array of lines. */
const storageKey = 'cartItems';

export const noLines: readonly CartLine[] = [];
const lines = createStore(noLines, () => window.addEventListener('storage', followOtherTab));
let isRead = false;

export const subscribeToLines = lines.subscribe;

/** Returns the same array until the cart changes; empty during server rendering. */
export function currentLines(): readonly CartLine[] {
  if (!isRead && typeof window !== 'undefined') read();
  return lines.get();
}

export function setLines(next: readonly CartLine[]): void {
  isRead = true;
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage is disabled or full: the cart lasts until the page is closed.
  }
  lines.set(next);
}

/** Replaces a line if it is still in the cart; `change` returns null to remove it. */
export function changeLine(id: string, change: (line: CartLine) => CartLine | null): void {
  const before = currentLines();
  const next = before.flatMap((line) => (line.id === id ? (change(line) ?? []) : line));
  if (next.length !== before.length || next.some((line, position) => line !== before[position])) setLines(next);
}

export function clearLines(): void {
  setLines([]);
}

function followOtherTab(event: StorageEvent): void {
  // A null key means that the whole storage was cleared.
  if (event.key === storageKey || event.key === null) read();
}

function read(): void {
  isRead = true;
  try {
    lines.set(parseLines(JSON.parse(localStorage.getItem(storageKey) ?? '[]')));
  } catch {
    // Invalid JSON counts as an empty cart.
    lines.set(noLines);
  }
}
