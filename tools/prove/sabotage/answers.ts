import { edit, onPostgres, onSqlite, type Sabotage } from './sabotage.ts';

const app = 'server/app.ts';
const headers = 'server/http/headers.ts';
const refusals = 'server/http/refusals.ts';

/** How everything is answered, and with which headers. */
export const answers: readonly Sabotage[] = [
  {
    name: 'accident-in-full',
    breaks: 'An accident’s answer tells nothing of the machine',
    edits: [
      edit(
        refusals,
        "return sendRefusal(request, reply, refuse('accident'));",
        "return sendRefusal(request, reply, { ...refuse('accident'), message: error.message });",
      ),
    ],
    caughtBy: [onSqlite('fuzz')],
  },
  {
    name: 'accident-with-stack',
    breaks: 'No answer has a stack in it',
    edits: [
      edit(
        refusals,
        "return sendRefusal(request, reply, refuse('accident'));",
        "return sendRefusal(request, reply, refuse('accident', {}, { stack: error.stack }));",
      ),
    ],
    caughtBy: [onSqlite('fuzz')],
  },
  {
    name: 'price-as-it-comes',
    breaks: 'A price is a number, in bounds',
    edits: [
      edit('contract/money.ts', '  .number({ error:', '  .coerce.number({ error:'),
      edit('contract/money.ts', "  .min(toDollars(lowestPrice), 'A price is at least 0.01')\n", ''),
    ],
    caughtBy: [onSqlite('fuzz')],
  },
  {
    name: 'text-with-zeros',
    breaks: 'Control characters are refused before they reach the database',
    edits: [
      edit(
        'contract/text.ts',
        "    .refine((value) => !forbidden.test(value), 'Control characters are not allowed');",
        '    .refine(() => forbidden instanceof RegExp);',
      ),
      edit('contract/text.ts', "  .refine((value) => !/[\\p{Cc}\\p{Cs}]/u.test(value), 'This is no id');", ';'),
    ],
    caughtBy: [onPostgres('fuzz')],
  },
  {
    name: 'any-page-number',
    breaks: 'A list takes page numbers that there can be',
    edits: [edit('contract/lists.ts', ".regex(/^[1-9]\\d{0,6}$/, 'A whole number from 1')", '')],
    caughtBy: [onPostgres('fuzz')],
  },
  {
    name: 'broken-upload-is-an-accident',
    breaks: 'A malformed multipart body is the sender’s mistake: 400',
    edits: [edit('server/http/uploads.ts', 'throw isMalformed(error) ? httpError(400) : error;', 'throw error;')],
    caughtBy: [onSqlite('fuzz')],
  },
  {
    name: 'bare-early-answers',
    breaks: 'Answers to addresses that cannot be read carry the protective headers',
    edits: [edit(app, 'sendAccident(error, request, reply.headers(headers)),', 'sendAccident(error, request, reply),')],
    caughtBy: [onSqlite('fuzz')],
  },
  {
    name: 'framework-speaks',
    breaks: 'Every failure is in the contract’s words',
    edits: [edit(app, '  app.setErrorHandler(sendAccident);\n', '')],
    caughtBy: [onSqlite('fuzz')],
  },
  {
    name: 'inline-scripts',
    breaks: 'A page runs no script but its own',
    edits: [edit(headers, '["script-src \'self\'", ...hashes.scripts]', "[\"script-src 'self' 'unsafe-inline'\"]")],
    caughtBy: [onSqlite('headers')],
  },
  {
    name: 'inline-styles',
    breaks: 'A page takes no style but its own',
    edits: [edit(headers, '["style-src \'self\'", ...hashes.styles]', "[\"style-src 'self' 'unsafe-inline'\"]")],
    caughtBy: [onSqlite('headers')],
  },
  {
    name: 'no-trusted-types',
    breaks: 'No text becomes markup in the browser',
    edits: [edit(headers, '    "require-trusted-types-for \'script\'",\n    "trusted-types \'none\'",\n', '')],
    caughtBy: [onSqlite('headers')],
  },
  {
    name: 'framed',
    breaks: 'No page stands in another site’s frame',
    edits: [edit(headers, '    "frame-ancestors \'none\'",\n', '')],
    caughtBy: [onSqlite('headers')],
  },
  {
    name: 'sniffing',
    breaks: 'No browser guesses what a file is',
    edits: [edit(headers, "    'X-Content-Type-Options': 'nosniff',\n", '')],
    caughtBy: [onSqlite('headers')],
  },
  {
    name: 'no-transport-security',
    breaks: 'Who came over https comes over https again',
    edits: [edit(headers, "...(publicUrl?.startsWith('https:') && {", "...(publicUrl === 'https:' && {")],
    caughtBy: [onSqlite('headers')],
  },
];
