// Vitest's global setup: one throw-away PostgreSQL for all test files, its address as inject('postgresUrl').
import type { TestProject } from 'vitest/node';
import { startPostgres } from './throwaway-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's address of the maintenance database; every test makes databases of its own beside it. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  project.provide('postgresUrl', cluster.url('postgres'));
  return () => cluster.stop();
}
