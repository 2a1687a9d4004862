// Opens a database with the next schema, and dies by SIGKILL at its nth statement, before or while it is answered.
//
//   node proofs/backup/migrate-and-die.ts DATABASE_URL N before|while     0: lives, and prints how many there were
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { connect } from '#server/platform/database/connect.ts';
import { parseSettings } from '#server/settings.ts';
import { nextSchema } from './next-schema.ts';

const [url, dieAt, moment] = process.argv.slice(2);
let statements = 0;

for (const name of ['prepare', 'exec', 'pragma'] as const) dieIn(BetterSqlite.prototype, name);
dieIn(pg.Client.prototype, 'query');
const database = await connect(parseSettings({ DATABASE_URL: url }).database, { migrations: nextSchema });
console.log(statements);
await database.close();

function dieIn(prototype: object, name: string): void {
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== 'function') throw new Error(`${name} is no method`);
  const value = function (this: unknown, ...words: unknown[]): unknown {
    statements += 1;
    if (statements !== Number(dieAt)) return Reflect.apply(original, this, words);
    if (moment === 'before') die();
    const answer: unknown = Reflect.apply(original, this, words);
    // Sent, and not answered yet.
    setImmediate(die);
    return answer;
  };
  Object.defineProperty(prototype, name, { value });
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
