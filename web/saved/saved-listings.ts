// What the visitor saved: ids in local storage, shared by the browser's tabs. For signed-in users a copy of the server's list
// (docs/behaviour/saved.md).
import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { storedToken, subscribeToSession } from '../stored-session.ts';
import { createStore, useStore } from '../ui/store.ts';

const storageKey = 'savedPieces';
/** Set while the list is a copy of an account's list; such a list is emptied when the session has ended. */
const copyKey = 'savedPiecesOfAccount';
/** The most ids in the list: as many as an account can have (`limits.savedListings` in contract/limits.ts). */
const mostListings = 500;

const none: readonly string[] = [];
const ids = createStore(none, () => {
  read();
  // The session can end by itself; then the copy of its list is emptied.
  subscribeToSession(read);
  window.addEventListener('storage', ({ key }) => {
    // A null key means that the whole storage was cleared.
    if (key === storageKey || key === null) read();
  });
});

/** Counts writes of the list in this tab, so that the answer to an earlier request does not overwrite a later change. */
let changes = 0;
let isLoaded = false;
let isCopy = false;
/** False while the storage is disabled or full: then the list exists only in this page. */
let isStored = true;

/** The ids of the saved listings, newest first; empty during server rendering and hydration. */
export function useSavedIds(): readonly string[] {
  useEffect(() => void loadOnce(), []);
  return useStore(ids, none);
}

/** The ids of the saved listings, for code outside of components. */
export function savedIds(): readonly string[] {
  read();
  return ids.get();
}

/** Saves a listing or removes it, here at once and for signed-in users on the server. Returns why that failed, or null. */
export async function setSaved(id: string, isSaved: boolean): Promise<string | null> {
  const before = savedIds();
  if (isSaved && before.length >= mostListings)
    return t`You have saved ${mostListings} pieces. Remove one to save another.`;
  show(id, isSaved);
  if (storedToken() === null) return null;
  const answer = await call(isSaved ? 'saveListing' : 'forgetListing', { params: { id }, quiet: true });
  if (answer.success) return null;
  show(id, !isSaved);
  return answer.message;
}

/** Removes ids of listings that are deleted. */
export function forgetDeleted(deleted: readonly string[]): void {
  if (deleted.length > 0) store(savedIds().filter((id) => !deleted.includes(id)));
}

/** After a sign-in: what a guest saved in this browser is saved in the account too, and the browser shows the account's list. */
export async function mergeSavedAtSignIn(): Promise<void> {
  isLoaded = true;
  read();
  // A copy is left from an earlier session, perhaps somebody else's.
  if (isCopy) store([], false);
  const before = changes;
  const answer = await call('saveListings', { body: { listingIds: [...savedIds()] }, quiet: true });
  if (changes === before) replaceBy(answer);
  else await mergeSavedAtSignIn();
}

/** Empties the list of this browser at sign-out, or after the session has ended. */
export function clearSaved(): void {
  isLoaded = false;
  store([], false);
}

/** Loads the account's list once, because it may have changed in another browser. */
async function loadOnce(): Promise<void> {
  if (isLoaded || storedToken() === null) return;
  isLoaded = true;
  const before = changes;
  const answer = await call('listSavedIds', { quiet: true });
  if (changes === before) replaceBy(answer);
}

function replaceBy(answer: { success: false } | { success: true; listingIds: string[] }): void {
  if (answer.success && storedToken() !== null) store(answer.listingIds, true);
}

function show(id: string, isSaved: boolean): void {
  const others = savedIds().filter((other) => other !== id);
  store(isSaved ? [id, ...others] : others);
}

function store(next: readonly string[], isOfAccount = isCopy && storedToken() !== null): void {
  changes += 1;
  isCopy = isOfAccount;
  try {
    if (isCopy) localStorage.setItem(copyKey, 'true');
    else localStorage.removeItem(copyKey);
    localStorage.setItem(storageKey, JSON.stringify(next));
    isStored = true;
  } catch {
    // The list lasts until the page is closed.
    isStored = false;
  }
  ids.set(next);
}

function read(): void {
  readStored();
  if (isCopy && storedToken() === null) clearSaved();
}

function readStored(): void {
  if (!isStored) return;
  try {
    isCopy = localStorage.getItem(copyKey) !== null;
    const text = localStorage.getItem(storageKey) ?? '[]';
    if (text === JSON.stringify(ids.get())) return;
    const stored: unknown = JSON.parse(text);
    const known = Array.isArray(stored) ? stored.filter((id) => typeof id === 'string' && id !== '') : [];
    ids.set([...new Set(known)].slice(0, mostListings));
  } catch {
    // Invalid JSON or disabled storage: the list of this page stays.
  }
}
