import { hash } from 'node:crypto';

/** What is stored of a token: its SHA-256, hex. A token of 192 random bits or more needs no slow hash. */
export const hashOfToken = (token: string): string => hash('sha256', token, 'hex');
