import { createContext } from 'react';

/** The nonce of the page that is being rendered on the server; undefined in the browser (web/entry.server.tsx). */
export const PageNonce = createContext<string | undefined>(undefined);
