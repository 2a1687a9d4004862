import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '#server/testing/programs.ts';
import { pageTexts } from '#server/testing/read-pdf.ts';
import { openShop } from '#server/testing/shop-process.ts';
import type { Proof } from './proof.ts';
import { databasePlaces, filesBelow, insideOf, type Place } from './secrets/places.ts';
import { card, known, passwords, runScenario, type ScenarioResult } from './secrets/scenario.ts';
import { tracesOf } from './secrets/traces.ts';

export const secrets: Proof = {
  name: 'secrets',
  promise: 'Card numbers, passwords, tokens, keys and recovery codes are nowhere in the clear',
  engines: ['sqlite', 'postgres'],
  shortEngines: ['sqlite'],
  async prove({ newDatabase, directory }) {
    const databaseUrl = await newDatabase();
    const dataDirectory = join(directory, 'shop');
    const temporary = join(directory, 'temporary');
    await mkdir(temporary);
    const settings = { LOG_LEVEL: 'trace', TMPDIR: temporary };
    await using shop = await openShop({ databaseUrl, directory: dataDirectory, settings });
    const result = await runScenario(shop.address, dataDirectory);
    const file = join(directory, 'backup.tar');
    const keyFile = join(directory, 'key-kept-apart');
    const backup = await runProgram('cli/backup.ts', [file, '--with-key', keyFile], {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirectory,
    });
    // Read while the shop is open: afterwards the write-ahead log is gone.
    const places: Place[] = [
      ...(await filesBelow(dataDirectory)),
      ...(await databasePlaces(databaseUrl)),
      ...(await insideOf(file, join(directory, 'unpacked'))),
      ...(await filesBelow(temporary)).map(([name, content]): Place => [`temporary ${name}`, content]),
      ['the text of the backup', Buffer.from(backup.output)],
      ['the log', Buffer.from(shop.output())],
      ...result.invoices.flatMap((pdf): Place[] => [
        ['an invoice', pdf],
        ['the text of an invoice', Buffer.from(pageTexts(pdf).join('\n'))],
      ]),
      ...result.answers.map((answer): Place => ['an answer', answer]),
    ];
    const key = (await readFile(keyFile, 'utf8')).trim();
    const sources = [card, passwords, result.tokens, { 'card key': key }].flatMap((each) => Object.entries(each));
    const secretsByName: Record<string, string> = Object.fromEntries(sources);
    const twice = sources.length - Object.keys(secretsByName).length;
    if (twice > 0) throw new Error(`${twice} secrets have the name of another one`);
    const found = search(places, secretsByName, result);
    return {
      figures: [
        { what: 'secrets', measured: Object.keys({ ...secretsByName, ...result.linkTokens }).length },
        { what: 'places searched', measured: places.length, wanted: { atLeast: 30 } },
        { what: 'traces found', measured: found.length, wanted: { atMost: 0 } },
      ],
      violations: [...found, ...result.unexpected, ...notFound(places, databaseUrl)],
    };
  },
};

const tracesIn = (places: readonly Place[], text: string) =>
  places.flatMap(([place, content]) => tracesOf(text, content).map((form) => ({ place, form })));

function search(
  places: readonly Place[],
  secretsByName: Record<string, string>,
  { linkTokens }: ScenarioResult,
): string[] {
  const found = Object.entries(secretsByName).flatMap(([what, secret]) =>
    tracesIn(places, secret).map(({ place, form }) => `${what} is in ${place}, ${form}.`),
  );
  // The email has to contain the link. It waits in the outbox until it is sent, and SQLite leaves deleted texts in its file for a while. No
  // row of the database has it by now.
  const elsewhere = places.filter(([place]) => !/^(mail\/|shop\.db)/.test(place));
  const leaked = Object.entries(linkTokens).flatMap(([page, token]) =>
    tracesIn(elsewhere, token).map(({ place, form }) => `the token of the link to ${page} is in ${place}, ${form}.`),
  );
  return [...found, ...leaked];
}

/** A violation for each kind of place in which the search does not find a text that is no secret: then the search itself is broken. */
function notFound(places: readonly Place[], databaseUrl: string): string[] {
  const placesOf = (text: string) => tracesIn(places, text).map(({ place }) => place);
  const database = databaseUrl.startsWith('file:') ? ['shop.db-wal'] : ['table users', 'table orders'];
  const wanted: [text: string, places: string[]][] = [
    [known.name, [...database, 'backup: tables/users.jsonl.gz', 'the text of an invoice', 'an answer']],
    ['/api/user/profile', ['the log']],
    ['•••• •••• •••• 6517', ['an answer']],
  ];
  const unseen = wanted.flatMap(([text, where]) => {
    const seen = placesOf(text);
    return where
      .filter((place) => !seen.includes(place))
      .map((place) => `"${text}" was not found in ${place}: the search itself is broken.`);
  });
  return placesOf(known.email).some((place) => place.startsWith('mail/'))
    ? unseen
    : [...unseen, 'No email was found: the search itself is broken.'];
}
