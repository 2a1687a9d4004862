import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageTexts } from '#server/features/invoices/read-pdf.ts';
import { openShop } from '#server/testing/shop-process.ts';
import { runProgram } from './backup/programs.ts';
import type { Proof } from './proof.ts';
import { filesBelow, insideOf, type Place, rowsOf } from './secrets/places.ts';
import { card, known, passwords, runScenario, type ScenarioResult } from './secrets/scenario.ts';
import { tracesOf } from './secrets/traces.ts';

export const secrets: Proof = {
  name: 'secrets',
  promise:
    'Card numbers, passwords, tokens and the key are nowhere in the clear: database, log, letters, backups, invoices, answers, temporary files.',
  engines: ['sqlite', 'postgres'],
  async prove({ newDatabase, directory, log }) {
    const databaseUrl = await newDatabase();
    const dataDirectory = join(directory, 'shop');
    const temporary = join(directory, 'temporary');
    await mkdir(temporary);
    const settings = { LOG_LEVEL: 'trace', TMPDIR: temporary };
    const shop = await openShop({ databaseUrl, directory: dataDirectory, settings });
    try {
      const result = await runScenario(shop.address, dataDirectory);
      const file = join(directory, 'backup.tar');
      const keyFile = join(directory, 'key-kept-apart');
      const backup = await runProgram('cli/backup.ts', [file, '--with-key', keyFile], {
        databaseUrl,
        directory: dataDirectory,
      });
      // While it is open: afterwards the write-ahead log is gone.
      const places: Place[] = [
        ...(await filesBelow(dataDirectory)),
        ...(databaseUrl.startsWith('file:') ? await besideTheDatabase(databaseUrl) : await rowsOf(databaseUrl)),
        ...(await insideOf(file, join(directory, 'unpacked'))),
        ...(await filesBelow(temporary)).map(([name, content]): Place => [`temporary ${name}`, content]),
        ['the words of the backup', Buffer.from(backup.output)],
        ['the log', Buffer.from(shop.output())],
        ...result.invoices.flatMap((pdf): Place[] => [
          ['an invoice', pdf],
          ['the words of an invoice', Buffer.from(pageTexts(pdf).join('\n'))],
        ]),
        ...result.answers.map((answer): Place => ['an answer', answer]),
      ];
      const key = (await readFile(keyFile, 'utf8')).trim();
      const found = search(places, { ...card, ...passwords, ...result.tokens, 'card key': key }, result);
      const bytes = places.reduce((sum, [, content]) => sum + content.length, 0);
      log(`${places.length} places searched`);
      return {
        figures: [
          { what: 'secrets', measured: Object.keys({ ...card, ...passwords, ...result.tokens }).length + 2 },
          { what: 'places searched', measured: places.length, wanted: { atLeast: 30 } },
          { what: 'searched', measured: bytes / 1e6, unit: 'MB' },
          { what: 'traces found', measured: found.length, wanted: { atMost: 0 } },
        ],
        violations: [...found, ...result.unexpected, ...blindness(places, databaseUrl)],
      };
    } finally {
      await shop.stop();
    }
  },
};

/** The database, its write-ahead log and whatever else stands there. */
async function besideTheDatabase(databaseUrl: string): Promise<Place[]> {
  return filesBelow(join(databaseUrl.slice('file:'.length), '..'));
}

function search(
  places: readonly Place[],
  secretsByName: Record<string, string>,
  { resetToken }: ScenarioResult,
): string[] {
  const found = Object.entries(secretsByName).flatMap(([what, secret]) =>
    places.flatMap(([place, content]) => tracesOf(secret, content).map((form) => `${what} is in ${place}, ${form}.`)),
  );
  // The mail has to contain it, and waits in the database until it is sent. By now it is used up.
  const mayContain = /^(mail\/|shop\.db)/;
  const leaked = places
    .filter(([place, content]) => !mayContain.test(place) && tracesOf(resetToken, content).length > 0)
    .map(([place]) => `the token of the reset link is in ${place}.`);
  return [...found, ...leaked];
}

/** Would it have been found? What is no secret is, in each of these. */
function blindness(places: readonly Place[], databaseUrl: string): string[] {
  const placesOf = (words: string) =>
    places.filter(([, content]) => tracesOf(words, content).length > 0).map(([place]) => place);
  const database = databaseUrl.startsWith('file:') ? ['shop.db-wal'] : ['table users', 'table orders'];
  const wanted: [words: string, places: string[]][] = [
    [known.name, [...database, 'backup: tables/users.jsonl.gz', 'the words of an invoice', 'an answer']],
    ['/api/user/profile', ['the log']],
    ['•••• •••• •••• 6517', ['an answer']],
  ];
  const unseen = wanted.flatMap(([words, where]) => {
    const seen = placesOf(words);
    return where
      .filter((place) => !seen.includes(place))
      .map((place) => `"${words}" was not found in ${place}: the search is blind.`);
  });
  return placesOf(known.email).some((place) => place.startsWith('mail/'))
    ? unseen
    : [...unseen, 'No letter was searched.'];
}
