// The session stored in the browser's local storage. This file does not call the server, because api.ts imports it.
import { browserPath } from './language/language.ts';
import { createStore } from './ui/store.ts';

export interface StoredSession {
  name: string;
  email: string;
  isAdmin: boolean;
}

const tokenKey = 'authToken';
const nameKey = 'userName';
const emailKey = 'userEmail';
/** Used only for display; the server checks its own records. */
const adminKey = 'userIsAdmin';
const keys: readonly string[] = [tokenKey, nameKey, emailKey, adminKey];

interface Stored {
  token: string | null;
  session: StoredSession | null;
}

const nothing: Stored = { token: null, session: null };
const stored = createStore(nothing, () => {
  window.addEventListener('storage', followOtherTab);
  window.addEventListener('userLoggedOut', forgetSession);
});
let isRead = false;

export const subscribeToSession = stored.subscribe;

export function storedToken(): string | null {
  return current().token;
}

/** The signed-in user; null for guests. Returns the same object until the session is stored or read again. */
export function storedSession(): StoredSession | null {
  return current().session;
}

export function storeSession(token: string, session: StoredSession): void {
  isRead = true;
  inStorage((storage) => {
    storage.setItem(nameKey, session.name);
    storage.setItem(emailKey, session.email);
    storage.setItem(adminKey, String(session.isAdmin));
    // Last: when another tab notices the new token, the other keys are stored already.
    storage.setItem(tokenKey, token);
  });
  stored.set({ token, session });
}

/** Removes the token and the user, here and in the browser's other tabs. */
export function forgetSession(): void {
  isRead = true;
  inStorage((storage) => {
    for (const key of keys) storage.removeItem(key);
  });
  stored.set(nothing);
}

function followOtherTab(event: StorageEvent): void {
  // A null key means that the whole storage was cleared.
  if (event.key !== null && !keys.includes(event.key)) return;
  const before = current();
  read();
  const { token, session } = stored.get();
  if (before.token && !token) window.dispatchEvent(new Event('userLoggedOut'));
  // Another user signed in: leave the page, which shows data of the previous one.
  else if (before.token && before.token !== token && before.session?.email !== session?.email)
    window.location.assign(browserPath('/'));
}

function current(): Stored {
  if (!isRead && typeof window !== 'undefined') read();
  return stored.get();
}

function read(): void {
  isRead = true;
  inStorage((storage) => {
    const token = storage.getItem(tokenKey) || null;
    const session = token && {
      name: storage.getItem(nameKey) ?? '',
      email: storage.getItem(emailKey) ?? '',
      isAdmin: storage.getItem(adminKey) === 'true',
    };
    stored.set(session ? { token, session } : nothing);
  });
}

/** Calls `use` with the local storage. Where that is disabled, the session lasts until the page is closed. */
function inStorage(use: (storage: Storage) => void): void {
  try {
    use(window.localStorage);
  } catch {
    // Storage is disabled: the session is only in memory.
  }
}
