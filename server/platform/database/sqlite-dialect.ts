import type BetterSqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import { runInTurns } from './reads-in-turns.ts';

/** Caches prepared statements by their text, because Kysely would prepare every query again. */
function withStatementCache(connection: BetterSqlite.Database) {
  const statements = new Map<string, BetterSqlite.Statement<unknown[]>>();
  return {
    close: () => connection.close(),
    prepare(text: string) {
      const known = statements.get(text);
      if (known) return known;
      const statement = connection.prepare<unknown[]>(text);
      if (statements.size > 500) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
}

/** Lets Kysely run all migrations in one transaction. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * SQLite 3.54 plans a statement with `column = ?` and an order or a grouping anew for each value, and better-sqlite3 then compiles the
 * function that makes its rows anew, too: ten times the cost of a small query. SQLite does not look at the value behind a plus sign, which
 * changes nothing else.
 */
class StableQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?';
  }
}

/** Takes the write lock at the beginning of a transaction, so that it cannot fail at its first write after it has read. */
export class WritingDialect extends SqliteDialect {
  readonly #connection: BetterSqlite.Database;

  constructor(connection: BetterSqlite.Database) {
    super({ database: withStatementCache(connection) });
    this.#connection = connection;
  }

  override createAdapter() {
    return new TransactionalDdlAdapter();
  }

  override createQueryCompiler() {
    return new StableQueryCompiler();
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    if (!(driver instanceof SqliteDriver)) throw new Error('Kysely changed its SQLite driver');
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    driver.rollbackTransaction = async (connection: DatabaseConnection) => {
      // SQLite rolls back by itself when the disk is full. A second rollback would fail and hide the first error.
      if (this.#connection.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    };
    return driver;
  }
}

/** The dialect of the connection that only reads: the event loop handles other events between its queries. */
export class ReadingDialect extends WritingDialect {
  override createDriver() {
    const driver = super.createDriver();
    runInTurns(driver);
    return driver;
  }
}
