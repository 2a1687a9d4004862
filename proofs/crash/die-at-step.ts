// Preloaded into a program (`node --import`): numbers what the process does to the database, to files below DATA_DIR and to other
// servers, and its answers, as far as the step's name (`insert orders`, `commit`, `file rename`, `answer`) matches the regular
// expression DIE_BEFORE. The process dies right before the step DIE_AT, counted from its start. After a request with `x-die-at: 7` it
// counts anew and dies before the seventh step (0: before none); the answer to that request names the steps so far.
import fs from 'node:fs/promises';
import { ClientRequest, type IncomingMessage, Server, ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';

/** What is wrapped below is a method, and gets what Node, better-sqlite3 and pg say it gets: hence each `as`. */
type Method = (this: unknown, ...values: unknown[]) => unknown;

const { DATA_DIR: dataDirectory = '', DIE_BEFORE = '', DIE_AT = '0' } = process.env;
const isCounted = new RegExp(DIE_BEFORE);
let dieAt = Number(DIE_AT);
let steps: string[] = [];

/** How many steps there were so far. */
export const stepCount = (): number => steps.length;

function step(name: string): void {
  if (!isCounted.test(name)) return;
  steps.push(name);
  if (steps.length === dieAt) process.kill(process.pid, 'SIGKILL');
}

function before(
  owner: object,
  method: string,
  nameOf: (self: unknown, values: readonly unknown[]) => string | null,
): void {
  const original = Reflect.get(owner, method) as Method;
  const stepping: Method = function stepping(...values) {
    const name = nameOf(this, values);
    if (name !== null) step(name);
    return original.apply(this, values);
  };
  Object.defineProperty(owner, method, { value: stepping, configurable: true, writable: true });
}

const statement = Object.getPrototypeOf(new BetterSqlite(':memory:').prepare('select 1')) as object;
for (const method of ['run', 'get', 'all', 'iterate'])
  before(statement, method, (self) => sentence((self as BetterSqlite.Statement).source));
before(BetterSqlite.prototype, 'exec', (_self, [sql]) => sentence(String(sql)));
before(pg.Client.prototype, 'query', (_self, [query]) =>
  sentence(typeof query === 'string' ? query : String((query as { text?: string }).text)),
);

for (const method of ['rename', 'unlink', 'rm', 'rmdir', 'mkdir', 'link', 'open', 'writeFile'] as const)
  before(fs, method, (_self, [path]) => (String(path).startsWith(dataDirectory) ? `file ${method}` : null));
const probe = await fs.open(process.execPath, 'r');
const fileHandle = Object.getPrototypeOf(probe) as object;
await probe.close();
for (const method of ['writeFile', 'write', 'sync', 'datasync']) before(fileHandle, method, () => `file ${method}`);
syncBuiltinESMExports();
steps = [];

const emit = Server.prototype.emit as Method;
Server.prototype.emit = function emitCounted(this: Server, ...values: unknown[]) {
  if (values[0] !== 'request') return emit.apply(this, values);
  const [, request, response] = values as [string, IncomingMessage, ServerResponse];
  const next = request.headers['x-die-at'];
  if (next !== undefined) response.setHeader('x-steps', steps.join(', '));
  response.once('finish', () => {
    if (next === undefined) return step('answered');
    steps = [];
    dieAt = Number(next);
  });
  return emit.apply(this, values);
} as typeof Server.prototype.emit;
// Before the answer everything is done and no client knows.
before(ServerResponse.prototype, 'writeHead', () => 'answer');
before(ClientRequest.prototype, 'end', (self) => {
  const { method, path } = self as ClientRequest;
  return `ask ${method} ${path}`;
});

/** `insert orders`, `commit` … */
function sentence(sql: string): string {
  const [, verb = sql] = /^\s*(\w+)/.exec(sql) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(sql) ?? [];
  return [verb.toLowerCase(), ...(table ? [table] : [])].join(' ');
}
