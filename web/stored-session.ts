// The session stored in the browser's local storage. Makes no calls, because api.ts imports it.

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

let token: string | null = null;
let session: StoredSession | null = null;
let isRead = false;
const listeners = new Set<() => void>();

export function storedToken(): string | null {
  readOnce();
  return token;
}

/** Null for guests. Returns the same object until the session changes. */
export function storedSession(): StoredSession | null {
  readOnce();
  return session;
}

export function storeSession(newToken: string, newSession: StoredSession): void {
  token = newToken;
  session = newSession;
  isRead = true;
  inStorage((storage) => {
    storage.setItem(nameKey, newSession.name);
    storage.setItem(emailKey, newSession.email);
    storage.setItem(adminKey, String(newSession.isAdmin));
    // Last, because other tabs read all keys when the token changes.
    storage.setItem(tokenKey, newToken);
  });
  notify();
}

/** Removes the token and the user, here and in the browser's other tabs. */
export function forgetSession(): void {
  token = null;
  session = null;
  isRead = true;
  inStorage((storage) => {
    for (const key of keys) storage.removeItem(key);
  });
  notify();
}

export function subscribeToSession(onChange: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', followOtherTab);
    window.addEventListener('userLoggedOut', forgetSession);
  }
  listeners.add(onChange);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', followOtherTab);
    window.removeEventListener('userLoggedOut', forgetSession);
  };
}

function followOtherTab(event: StorageEvent): void {
  // A null key means that the whole storage was cleared.
  if (event.key !== null && !keys.includes(event.key)) return;
  const before = { token: storedToken(), email: storedSession()?.email };
  read();
  if (before.token && !token) window.dispatchEvent(new Event('userLoggedOut'));
  // Another user signed in: leave the page, which shows data of the previous one.
  else if (before.token && before.token !== token && before.email !== session?.email) window.location.assign('/');
  notify();
}

function readOnce(): void {
  if (!isRead && typeof window !== 'undefined') read();
}

function read(): void {
  isRead = true;
  inStorage((storage) => {
    token = storage.getItem(tokenKey) || null;
    session = token
      ? {
          name: storage.getItem(nameKey) ?? '',
          email: storage.getItem(emailKey) ?? '',
          isAdmin: storage.getItem(adminKey) === 'true',
        }
      : null;
  });
}

/** Without storage the session lasts until the page is closed. */
function inStorage(use: (storage: Storage) => void): void {
  try {
    use(window.localStorage);
  } catch {
    // Storage is disabled.
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}
