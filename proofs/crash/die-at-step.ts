// Preloaded into the shop (`node --import`): numbers what a request does to the database and to files, and dies right before
// the step that the request asks for: `x-die-at: 7`, `answer`, or `answered` for the moment the answer has gone. To
// `x-die-at: 0` it answers the steps' names.
//
// After a request with `x-die-at: all 7`, or with DIE_AT=7 from the start on, the whole process is numbered, also its background,
// by what has an effect outside of it: commits, answers, and requests to other servers. `x-die-at: all 0` answers their names so far.
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs/promises';
import { ClientRequest, Server, ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';

interface Marked {
  /** A step's number, or `answer`. */
  dieAt: string;
  steps: string[];
}

/** What is wrapped below is a method, and gets what Node, better-sqlite3 and pg say it gets: hence each `as`. */
type Method = (this: unknown, ...values: unknown[]) => unknown;

const marked = new AsyncLocalStorage<Marked>();
const { DATA_DIR: dataDirectory = '', DIE_AT } = process.env;
const isDecisive = /^(commit|answer|ask POST )/;
let all: Marked | null = DIE_AT === undefined ? null : { dieAt: DIE_AT, steps: [] };

/** The answer counts as a step: before it everything is done and no client knows. */
function step(name: string): void {
  const request = marked.getStore() ?? (isDecisive.test(name) ? all : null);
  if (!request) return;
  request.steps.push(name);
  if (request.dieAt === String(request.steps.length) || request.dieAt === name) process.kill(process.pid, 'SIGKILL');
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

const emit = Server.prototype.emit as Method;
Server.prototype.emit = function emitMarked(this: Server, ...values: unknown[]) {
  const [event, request, response] = values as [string, { headers?: Record<string, string> }, ServerResponse];
  const dieAt = event === 'request' ? request.headers?.['x-die-at'] : undefined;
  if (dieAt === undefined) return emit.apply(this, values);
  if (dieAt.startsWith('all ')) {
    if (all) response.setHeader('x-steps', all.steps.join(', '));
    response.once('finish', () => {
      all = { dieAt: dieAt.slice(4), steps: [] };
    });
    return emit.apply(this, values);
  }
  return marked.run({ dieAt, steps: [] }, () => {
    response.once('finish', () => step('answered'));
    return emit.apply(this, values);
  });
} as typeof Server.prototype.emit;
before(ServerResponse.prototype, 'writeHead', (self) => {
  const request = marked.getStore();
  if (request?.dieAt === '0')
    (self as ServerResponse).setHeader('x-steps', [...request.steps, 'answer', 'answered'].join(', '));
  return 'answer';
});
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
