import { isReadRequest } from '../concurrency/current-caller.ts';
import type { Database } from './database.ts';

/** What a request that only reads has tried to do. */
export class WriteInRead extends Error {
  constructor() {
    super(
      'A GET request opens a writing transaction: it has to read only, or use shop.backgroundWrites (decision 0065)',
    );
    this.name = 'WriteInRead';
  }
}

/** Returns the database with a check: `report` is called when a request that only reads writes, and may throw. */
export function reportWritesInReads(database: Database, report: (error: WriteInRead) => void): Database {
  return {
    ...database,
    async write(work) {
      if (isReadRequest()) report(new WriteInRead());
      return database.write(work);
    },
  };
}
