// The lines of the cart in this browser, shared by all its tabs. No calls: server-cart.ts talks to the server.
import { type CartLine, parseLines } from './cart-line.ts';

/** SPEC.md §3, Browser storage: an array of product objects. */
const storageKey = 'cartItems';

export const noLines: readonly CartLine[] = [];
let lines: readonly CartLine[] = noLines;
let isRead = false;
const listeners = new Set<() => void>();

/** The same array until something changes; empty on the server. */
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
    // Storage is off or full: the cart lasts until the page is left.
  }
  notify();
}

/** Replaces one line if it is still there; null takes it out. */
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
  // A null key: all of the storage was cleared.
  if (event.key !== storageKey && event.key !== null) return;
  read();
  notify();
}

function read(): void {
  isRead = true;
  try {
    lines = parseLines(JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
  } catch {
    // Not ours, or broken: an empty cart, not a broken page.
    lines = noLines;
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}
