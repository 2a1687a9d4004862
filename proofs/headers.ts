import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openShop } from '#server/testing/shop-process.ts';
import { everyKindOfAnswer } from './headers/answers.ts';
import { shortcomingsOf } from './headers/expected.ts';
import { observatoryScore } from './headers/observatory.ts';
import type { Outcome, Proof, Run } from './proof.ts';

/** Runs on SQLite only, because pages are the same on either engine. */
export const headers: Proof = {
  name: 'headers',
  promise: 'Every answer carries the protective headers, and every page scores at least 120 by the Observatory’s rules',
  engines: ['sqlite'],
  prove,
};

/** Tests a shop with an https PUBLIC_URL. In full also one with http, where no answer may have Strict-Transport-Security. */
async function prove(run: Run): Promise<Outcome> {
  const secure = await lookAt(run, 'https://shop.example');
  const plain = run.size === 'full' ? await lookAt(run, 'http://shop.example') : null;
  const { answers, lowest } = secure;
  return {
    figures: [
      { what: 'kinds of answers looked at', measured: answers, wanted: { atLeast: 40 } },
      { what: 'lowest Observatory score of a page (A+ from 100)', measured: lowest, wanted: { atLeast: 120 } },
    ],
    violations: [...secure.violations, ...(plain?.violations ?? [])],
  };
}

async function lookAt(run: Run, publicUrl: string) {
  const directory = join(run.directory, new URL(publicUrl).protocol.slice(0, -1));
  await mkdir(directory);
  await using shop = await openShop({
    databaseUrl: await run.newDatabase(),
    directory,
    settings: { PUBLIC_URL: publicUrl },
  });
  const answers = await everyKindOfAnswer(shop.address);
  const isSecure = publicUrl.startsWith('https:');
  const pages = answers.filter(({ headers }) => headers.get('content-type')?.startsWith('text/html'));
  return {
    answers: answers.length,
    lowest: Math.min(...pages.map(({ headers, text }) => observatoryScore({ headers, html: text }))),
    violations: answers.flatMap((answer) => shortcomingsOf(answer, isSecure)),
  };
}
