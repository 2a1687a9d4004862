// The lines of the cart in local storage, shared by the browser's tabs. Calls to the server are in server-cart.ts.
import { type CartLine, parseLines } from './cart-line.ts';

/** The stored value is an array of lines. */
const storageKey = 'cartItems';

export const noLines: readonly CartLine[] = [];
let lines: readonly CartLine[] = noLines;
let isRead = false;
const listeners = new Set<() => void>();

/** Returns the same array until the cart changes; empty during server rendering. */
export function currentLines(): readonly CartLine[] {
  if (!isRead && typeof window !== 'undefined') read();
  return lines;
}

export function setLines(next: readonly CartLine[]): void {
  lines = next;
  isRead = true;
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage is disabled or full: the cart lasts until the page is closed.
  }
  notify();
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

export function subscribeToLines(onChange: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTab);
  listeners.add(onChange);
  return () => {
    listeners.delete(onChange);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab);
  };
}

function followOtherTab(event: StorageEvent): void {
  // A null key means that the whole storage was cleared.
  if (event.key !== storageKey && event.key !== null) return;
  read();
  notify();
}

function read(): void {
  isRead = true;
  try {
    lines = parseLines(JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
  } catch {
    // Invalid JSON counts as an empty cart.
    lines = noLines;
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}
