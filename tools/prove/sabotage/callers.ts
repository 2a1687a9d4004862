import { edit, onSqlite, type Sabotage } from './sabotage.ts';

const app = 'server/app.ts';
const refusals = 'server/http/refusals.ts';
const orders = 'server/orders/orders.ts';
const ownOrder = "return details?.userId === userId ? details : refuse('orderNotFound');";

/** Who may call, and how much. */
export const callers: readonly Sabotage[] = [
  {
    name: 'admin-calls-for-customers',
    breaks: 'What is for admins answers admins only',
    edits: [
      edit(
        'contract/orders.ts',
        "    access: 'admin',\n    summary: 'Every order',",
        "    access: 'customer',\n    summary: 'Every order',",
      ),
    ],
    caughtBy: [onSqlite('authorization')],
  },
  {
    name: 'any-session-is-an-admin',
    breaks: 'Admin calls ask for an admin',
    edits: [
      edit(
        'server/http/access.ts',
        "    if (needed === 'admin' && !session?.isAdmin) return sendRefusal(request, reply, refuse('adminNeeded'));\n",
        '',
      ),
    ],
    caughtBy: [onSqlite('authorization')],
  },
  {
    name: 'anybodys-order',
    breaks: 'An order is shown to its buyer',
    edits: [edit(orders, ownOrder, "return details ?? refuse('orderNotFound');")],
    caughtBy: [onSqlite('authorization')],
  },
  {
    name: 'anybody-cancels',
    breaks: 'An order is changed by its buyer',
    edits: [
      edit(
        'server/orders/order-changes.ts',
        "if (order?.row.user_id !== userId) return refuse('orderNotFound');",
        "if (!order) return refuse('orderNotFound');",
      ),
    ],
    caughtBy: [onSqlite('authorization')],
  },
  {
    name: 'anybodys-invoice',
    breaks: 'An invoice is shown to its buyer and to admins',
    edits: [
      edit(
        'server/invoices/invoices.ts',
        "  if (order.userId !== session.userId && !session.isAdmin) return refuse('orderNotFound');\n",
        '',
      ),
    ],
    caughtBy: [onSqlite('authorization')],
  },
  {
    name: 'foreign-is-told-apart',
    breaks: 'Somebody else’s order and one that does not exist answer alike',
    edits: [
      edit(
        orders,
        ownOrder,
        "if (details && details.userId !== userId) return refuse('adminNeeded');\n  return details ?? refuse('orderNotFound');",
      ),
    ],
    caughtBy: [onSqlite('authorization')],
  },
  {
    name: 'sign-out-in-words-only',
    breaks: 'A token that was signed out opens nothing',
    edits: [edit('server/accounts/own-sessions.ts', '    await deleteSession(tx, tokenHash);\n', '')],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'admin-by-address',
    breaks: 'Who may call is decided on the endpoint, however its address is written',
    edits: [
      edit(
        'server/http/access.ts',
        "if (needed === 'admin' && !session?.isAdmin)",
        "if (needed === 'admin' && request.url.startsWith('/api/admin') && !session?.isAdmin)",
      ),
    ],
    caughtBy: [onSqlite('authorization')],
  },
  {
    name: 'any-forwarded-address',
    breaks: 'A forged X-Forwarded-For changes nobody’s limits',
    edits: [
      edit(
        app,
        "    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,\n",
        '    trustProxy: true,\n',
      ),
    ],
    caughtBy: [onSqlite('limits')],
  },
  {
    name: 'failures-not-counted',
    breaks: 'After ten wrong passwords the account takes no more guesses',
    edits: [
      edit(
        'server/accounts/sign-in.ts',
        "return (await countFailure(shop, allowances)) ?? refuse('incorrectPassword');",
        "return refuse('incorrectPassword');",
      ),
    ],
    caughtBy: [onSqlite('limits')],
  },
  {
    name: 'owner-locked-out',
    breaks: 'Who guesses at an account does not keep its owner out',
    edits: [
      edit(
        'server/accounts/sign-in.ts',
        'const mark = await markFor(shop, email, caller.device);',
        'const mark = (await markFor(shop, email, caller.device)) && null;',
      ),
    ],
    caughtBy: [onSqlite('limits')],
  },
  {
    name: 'endless-queue',
    breaks: 'Passwords wait in a queue that has an end',
    edits: [
      edit('server/accounts/password-hasher.ts', 'const waitingAtMost = 1_000;', 'const waitingAtMost = 1_000_000;'),
    ],
    caughtBy: [onSqlite('limits')],
  },
  {
    name: 'slow-for-ever',
    breaks: 'Who sends a body letter by letter is not waited for',
    edits: [edit(app, '  limitArrival(app);\n', '')],
    caughtBy: [onSqlite('limits')],
  },
  {
    name: 'as-deep-as-you-like',
    breaks: 'A body deeper or wider than any call needs is refused',
    edits: [
      edit(
        'server/http/bodies.ts',
        'error || isReasonable(value) ? done(error, value) : done(httpError(400)),',
        'done(error, value),',
      ),
    ],
    caughtBy: [onSqlite('limits')],
  },
  {
    name: 'packed-bodies',
    breaks: 'Packed bodies are refused: a few bytes could become any number',
    edits: [
      edit(
        'server/http/bodies.ts',
        "    if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) throw httpError(415);\n",
        '    void request;\n',
      ),
    ],
    caughtBy: [onSqlite('limits')],
  },
  {
    name: 'refused-files-stay',
    breaks: 'Of a refused upload nothing is left',
    edits: [edit('server/http/uploads.ts', '    if (verdict) await discardAll();\n', '')],
    caughtBy: [onSqlite('limits')],
  },
  {
    name: 'full-disk-is-an-accident',
    breaks: 'A disk that is full or failing is told as 503, not as an accident',
    edits: [
      edit(
        refusals,
        "  if (error instanceof DiskFailing || isDiskFailure(error)) return refuse('noSpace', {}, { retryAfterSeconds: 30 });\n",
        '',
      ),
    ],
    caughtBy: [onSqlite('limits')],
  },
];
