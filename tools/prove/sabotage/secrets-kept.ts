import { edit, onSqlite, type Sabotage } from './sabotage.ts';

const cipher = 'server/accounts/card-cipher.ts';

/** What must be nowhere in the clear. */
export const secretsKept: readonly Sabotage[] = [
  {
    name: 'bodies-in-the-log',
    breaks: 'What people send is in no log',
    edits: [
      edit(
        'server/http/mount.ts',
        '      const call = parseCall(shop, row, request, reply);\n',
        "      const call = parseCall(shop, row, request, reply);\n      request.log.debug({ body: request.body }, 'called');\n",
      ),
    ],
    caughtBy: [onSqlite('secrets')],
  },
  {
    name: 'headers-in-the-log',
    breaks: 'Tokens and cookies are in no log, however much it tells',
    edits: [
      edit('server/start.ts', "base: null, redact: ['headers', '*.headers'] });", 'base: null });'),
      edit(
        'server/http/mount.ts',
        '      const call = parseCall(shop, row, request, reply);\n',
        "      const call = parseCall(shop, row, request, reply);\n      request.log.trace({ headers: request.headers }, 'called');\n",
      ),
    ],
    caughtBy: [onSqlite('secrets')],
  },
  {
    name: 'cards-in-plain',
    breaks: 'Card fields are sealed',
    edits: [
      edit(cipher, "      if (plain === '') return '';\n", "      if (plain !== '-') return plain;\n"),
      edit(
        cipher,
        "      if (!sealed.startsWith(version)) throw new Error('a card field is sealed in an unknown way');\n",
        '      if (!sealed.startsWith(version)) return sealed;\n',
      ),
    ],
    caughtBy: [onSqlite('secrets')],
  },
  {
    name: 'cards-shown',
    breaks: 'A card number is shown by its last digits only',
    edits: [
      edit(
        'server/accounts/profile.ts',
        "return row ? presentProfile(shop, row, reveal) : refuse('signInNeeded');",
        "return row ? presentProfile(shop, row, reveal || true) : refuse('signInNeeded');",
      ),
    ],
    caughtBy: [onSqlite('secrets')],
  },
  {
    name: 'tokens-in-plain',
    breaks: 'Of a token only the hash is kept',
    edits: [
      edit(
        'server/accounts/tokens.ts',
        "return createHash('sha256').update(token).digest('hex');",
        'return createHash ? token : token;',
      ),
      edit(
        'server/http/access.ts',
        "return match?.[1] ? createHash('sha256').update(match[1]).digest('hex') : null;",
        'return match?.[1] ? (createHash ? match[1] : match[1]) : null;',
      ),
    ],
    caughtBy: [onSqlite('secrets')],
  },
  {
    name: 'passwords-in-plain',
    breaks: 'Of a password only the hash is kept',
    edits: [
      edit(
        'server/accounts/password-hasher.ts',
        '        return encode(cost, salt, await derive(password, salt, cost, tagBytes));\n',
        "        return [encode(cost, salt, await derive(password, salt, cost, tagBytes)), password].join('#');\n",
      ),
      edit('server/accounts/password-hasher.ts', '([\\w+/]{16,86})$/.exec(', '([\\w+/]{16,86})(?:#.*)?$/.exec('),
    ],
    caughtBy: [onSqlite('secrets')],
  },
  {
    name: 'key-beside-the-backup',
    breaks: 'The key of the card fields is in no backup',
    edits: [
      edit(
        'server/backups/make-backup.ts',
        'await packInto(resolve(file), staging, [manifestFile, ...filesOf(manifest)]);',
        "const { copyFile } = await import('node:fs/promises');\n    await copyFile(join(settings.dataDirectory, 'card.key'), join(staging, 'card.key'));\n    await packInto(resolve(file), staging, [manifestFile, ...filesOf(manifest), 'card.key']);",
      ),
    ],
    caughtBy: [onSqlite('secrets')],
  },
];
