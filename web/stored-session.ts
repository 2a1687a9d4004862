// What the browser remembers of who is signed in (SPEC.md §3, Browser storage). No calls: api.ts stands on this.

export interface StoredSession {
  name: string;
  email: string;
  isAdmin: boolean;
}

const tokenKey = 'authToken';
const nameKey = 'userName';
const emailKey = 'userEmail';
/** Only what the header shows depends on it; the server asks its own records. */
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

/** Null for guests. The same object until something changes. */
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
    // Last: other tabs read everything when they hear of it.
    storage.setItem(tokenKey, newToken);
  });
  notify();
}

/** The token and everything about the user, here and in the browser's other tabs. */
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
  // A null key: all of the storage was cleared.
  if (event.key !== null && !keys.includes(event.key)) return;
  const before = { token: storedToken(), email: storedSession()?.email };
  read();
  if (before.token && !token) window.dispatchEvent(new Event('userLoggedOut'));
  // What this page shows belongs to somebody else now.
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

/** Where storage is off, who is signed in lasts until the page is left. */
function inStorage(use: (storage: Storage) => void): void {
  try {
    use(window.localStorage);
  } catch {
    // As said.
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}
