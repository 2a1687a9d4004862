import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';

let url: Promise<string> | undefined;

/**
 * The URL of the maintenance database of the tests' PostgreSQL, for the superuser. Every test creates its own databases. The first call
 * starts PostgreSQL (scripts/vitest-postgres.ts), because many test files need none.
 */
export function postgresUrl(): Promise<string> {
  url ??= text(connect(inject('postgresUrlPort'), '127.0.0.1')).then((answer) => {
    if (!answer) throw new Error('PostgreSQL did not start; the reason is printed above.');
    return answer;
  });
  return url;
}
