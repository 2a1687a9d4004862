// Preloaded into a program (`node --import`): kills the process at a chosen step. Steps are its statements to the database, its changes of
// files, its requests to other servers and its answers. Only steps whose names (`insert orders`, `commit`, `file rename`, `answer`) match
// the regular expression DIE_BEFORE are counted. The process dies right before step number DIE_AT since its start (0 or absent: never).
// A request with `x-die-at: 7` starts the count again: the process dies before the seventh step after that request (0: never). The
// answer to that request names the steps that were counted before it.
import fs from 'node:fs/promises';
import { ClientRequest, type IncomingMessage, Server, ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';

/** Any method. Each `as` below relies on the parameters that Node, better-sqlite3 and pg document for the methods. */
type Method = (this: unknown, ...values: unknown[]) => unknown;

const { DATA_DIR: dataDirectory = '', DIE_BEFORE = '', DIE_AT = '0' } = process.env;
const countedSteps = new RegExp(DIE_BEFORE);
let dieAt = Number(DIE_AT);
let steps: string[] = [];

/** The number of steps so far. */
export const stepCount = (): number => steps.length;

function step(name: string): void {
  if (!countedSteps.test(name)) return;
  steps.push(name);
  if (steps.length === dieAt) process.kill(process.pid, 'SIGKILL');
}

/** Replaces a method by one that counts a step and then calls it. `nameOf` returns the name of the step, or null for no step. */
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
  before(statement, method, (self) => statementName((self as BetterSqlite.Statement).source));
before(BetterSqlite.prototype, 'exec', (_self, [sql]) => statementName(String(sql)));
before(pg.Client.prototype, 'query', (_self, [query]) =>
  statementName(typeof query === 'string' ? query : String((query as { text?: string }).text)),
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
// At this step everything is done, and no client knows of it yet.
before(ServerResponse.prototype, 'writeHead', () => 'answer');
before(ClientRequest.prototype, 'end', (self) => {
  const { method, path } = self as ClientRequest;
  return `ask ${method} ${path}`;
});

/** The name of a statement's step: `insert orders`, `commit` … */
function statementName(sql: string): string {
  const [, verb = sql] = /^\s*(\w+)/.exec(sql) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(sql) ?? [];
  return [verb.toLowerCase(), ...(table ? [table] : [])].join(' ');
}
