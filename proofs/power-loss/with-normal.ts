// Preloaded into the shop (`node --import`): replaces `synchronous=FULL` by `NORMAL`, a common setting of SQLite.
import BetterSqlite from 'better-sqlite3';

const { prototype } = BetterSqlite;
const { pragma } = prototype;
prototype.pragma = function (source, options) {
  return pragma.call(this, source.replace(/^synchronous *= *full$/i, 'synchronous = normal'), options);
};
