// Vitest's global setup: one temporary PostgreSQL for all test files, started when the first test asks for it. Tests get its URL with
// `postgresUrl()` of server/testing/postgres-url.ts.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A port of 127.0.0.1. Every connection is answered with the URL of the maintenance database, and then closed. */
    postgresUrlPort: number;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<ThrowawayPostgres> | undefined;
  const answers = createServer((socket) => {
    cluster ??= startPostgres();
    cluster.then(
      (started) => socket.end(started.url('postgres')),
      (reason) => socket.destroy(reason),
    );
    socket.on('error', (reason) => console.error(reason.message));
  });
  answers.listen(0, '127.0.0.1');
  await once(answers, 'listening');
  // A listening TCP server has such an address.
  project.provide('postgresUrlPort', (answers.address() as AddressInfo).port);
  return async () => {
    answers.close();
    await (await cluster)?.stop();
  };
}
