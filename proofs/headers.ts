import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openShop } from '#server/testing/shop-process.ts';
import { everyKindOfAnswer } from './headers/answers.ts';
import { shortcomingsOf } from './headers/expected.ts';
import { observatoryVerdict } from './headers/observatory.ts';
import type { Outcome, Proof, Run } from './proof.ts';

/** Pages are the same on either engine. */
export const headers: Proof = {
  name: 'headers',
  promise: 'Every answer carries the protective headers, and every page scores at least 120 by the Observatory’s rules',
  engines: ['sqlite'],
  prove,
};

/** Over https, as it is meant to be used; in full also over http, where the transport must not be spoken for. */
async function prove(run: Run): Promise<Outcome> {
  const secure = await lookThrough(run, 'https://shop.example');
  const plain = run.size === 'full' ? await lookThrough(run, 'http://shop.example') : null;
  const { answers, lowest } = secure;
  return {
    figures: [
      { what: 'kinds of answers looked at', measured: answers, wanted: { atLeast: 40 } },
      { what: 'lowest Observatory score of a page (A+ from 100)', measured: lowest, wanted: { atLeast: 120 } },
    ],
    violations: [...secure.violations, ...(plain?.violations ?? [])],
  };
}

async function lookThrough(run: Run, publicUrl: string) {
  const directory = join(run.directory, new URL(publicUrl).protocol.slice(0, -1));
  await mkdir(directory);
  const shop = await openShop({
    databaseUrl: await run.newDatabase(),
    directory,
    settings: { PUBLIC_URL: publicUrl },
  });
  try {
    const answers = await everyKindOfAnswer(shop.address);
    const isSecure = publicUrl.startsWith('https:');
    const pages = answers.filter(({ headers }) => headers.get('content-type')?.startsWith('text/html'));
    const verdicts = pages.map(({ headers, text }) => observatoryVerdict({ headers, html: text }));
    const lowest = Math.min(...verdicts.map(({ score }) => score));
    for (const { test, result, modifier } of verdicts[0]?.results ?? []) run.log(`${test}: ${result} (${modifier})`);
    return {
      answers: answers.length,
      lowest,
      violations: answers.flatMap((answer) => shortcomingsOf(answer, isSecure)),
    };
  } finally {
    await shop.stop();
  }
}
