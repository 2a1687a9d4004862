// Breaks the shop on purpose with one patch after another (proofs/sabotage/). A proof must turn red for each.
//
//   npm run sabotage                            all of them
//   npm run sabotage -- client-price no-owner   some of them
//   npm run sabotage -- --by crash              those that this proof must catch
//   npm run sabotage -- --jobs 2                two at a time
//
// It works on a copy of the working tree. Exits with 1 if one was not caught.
import { parseArgs } from 'node:util';
import { buildPages, markdownTable } from './proof.ts';
import { type Sabotage, sabotages } from './sabotage/sabotages.ts';
import { createScratchCheckout, type ScratchCheckout, type Verdict } from './sabotage/scratch-checkout.ts';

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { jobs: { type: 'string', default: '1' }, by: { type: 'string' } },
  });
  const chosen = sabotages.filter(
    ({ name, proof }) => (positionals.length === 0 || positionals.includes(name)) && (values.by ?? proof) === proof,
  );
  const jobs = Number(values.jobs);
  const unknown = positionals.some((name) => !sabotages.some((sabotage) => sabotage.name === name));
  if (unknown || chosen.length === 0 || !(jobs >= 1)) {
    console.error(`Known are ${sabotages.map(({ name }) => name).join(', ')}; --jobs takes a whole number.`);
    return 1;
  }
  buildPages();
  const checkouts = Array.from({ length: jobs }, createScratchCheckout);
  process.once('exit', () => {
    for (const checkout of checkouts) checkout.remove();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

  const unsound = await redWithoutPatch(checkouts, chosen);
  const verdicts = await runAll(checkouts, chosen, async (checkout, sabotage) => {
    const verdict = unsound.get(keyOf(sabotage)) ?? (await checkout.run(sabotage, sabotage));
    const result = { red: 'caught', green: 'NOT CAUGHT', broken: 'NOT TRIED' }[verdict.is];
    console.error(`${sabotage.name}: ${result} by ${keyOf(sabotage)}: ${verdict.because}`);
    return verdict;
  });
  console.log(tableOf(chosen, verdicts));
  const caught = verdicts.filter(({ is }) => is === 'red').length;
  console.log(`\n${caught} of ${verdicts.length} were caught.`);
  return caught === verdicts.length ? 0 : 1;
}

function keyOf({ proof, engine }: Sabotage): string {
  return `${proof} (${engine})`;
}

/** Proofs that are not green without any patch: they could catch anything. */
async function redWithoutPatch(checkouts: readonly ScratchCheckout[], chosen: readonly Sabotage[]) {
  const watches = [...new Map(chosen.map((sabotage) => [keyOf(sabotage), sabotage])).values()];
  const red = new Map<string, Verdict>();
  await runAll(checkouts, watches, async (checkout, watch) => {
    const verdict = await checkout.run(watch, null);
    console.error(`without a patch: ${keyOf(watch)} is ${verdict.is} after ${verdict.seconds.toFixed(0)} s`);
    if (verdict.is !== 'green')
      red.set(keyOf(watch), { ...verdict, is: 'broken', because: `without a patch: ${verdict.because}` });
  });
  return red;
}

/** One thing at a time in each checkout; results in the order of `things`. */
async function runAll<Thing, Result>(
  checkouts: readonly ScratchCheckout[],
  things: readonly Thing[],
  work: (checkout: ScratchCheckout, thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...things.entries()];
  const results: Result[] = [];
  await Promise.all(
    checkouts.map(async (checkout) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(checkout, next[1]);
    }),
  );
  return results;
}

function tableOf(chosen: readonly Sabotage[], verdicts: readonly Verdict[]): string {
  const rows = chosen.map((sabotage, index) => {
    const { is, seconds, because } = verdicts[index] ?? { is: 'broken', seconds: 0, because: '' };
    const result = { red: '', green: '**not caught** ', broken: '**not tried** ' }[is];
    const [line = ''] = because.split('\n');
    const reason = line.slice(0, 120).replaceAll('|', '\\|');
    return [sabotage.name, sabotage.breaks, `${result}${keyOf(sabotage)}`, seconds.toFixed(0), reason];
  });
  return markdownTable(['Sabotage', 'Breaks', 'Caught by', 'Seconds:', 'Message'], rows);
}
