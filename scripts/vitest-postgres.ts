// Vitest's global setup: one temporary PostgreSQL for all test files. Tests read its URL with inject('postgresUrl').
import type { TestProject } from 'vitest/node';
import { startPostgres } from './throwaway-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the maintenance database, for the superuser. Every test creates its own databases. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  project.provide('postgresUrl', cluster.url('postgres'));
  return () => cluster.stop();
}
