// Before the shop's program (`node --import`): what it would be with the setting that most shops on SQLite have.
import BetterSqlite from 'better-sqlite3';

const { prototype } = BetterSqlite;
const { pragma } = prototype;
prototype.pragma = function (source, options) {
  return pragma.call(this, source.replace(/^synchronous *= *full$/i, 'synchronous = normal'), options);
};
