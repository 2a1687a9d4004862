// Breaks the shop on purpose with one patch after another (proofs/sabotage/). With each patch, the proof that it names must fail.
//
//   npm run sabotage                            all of them
//   npm run sabotage -- client-price no-locks   some of them
//   npm run sabotage -- --by crash              those that this proof must catch
//
// It works on a copy of the working tree. Exits with 1 if a patch was not caught.
import { parseArgs } from 'node:util';
import { buildPages, markdownTable } from './proof.ts';
import { sabotages } from './sabotage/sabotages.ts';
import { createScratchCheckout, type Verdict } from './sabotage/scratch-checkout.ts';

const results = { red: 'caught', green: 'NOT CAUGHT', broken: 'NOT TRIED' };

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { by: { type: 'string' } } });
  const chosen = sabotages.filter(
    ({ name, proof }) => (positionals.length === 0 || positionals.includes(name)) && (values.by ?? proof) === proof,
  );
  const isUnknown = positionals.some((name) => !sabotages.some((sabotage) => sabotage.name === name));
  if (isUnknown || chosen.length === 0) {
    console.error(`The sabotages are ${sabotages.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  buildPages();
  const checkout = createScratchCheckout();
  process.once('exit', checkout.remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

  const withoutPatch = new Map<string, Verdict>();
  const rows: string[][] = [];
  let caught = 0;
  for (const sabotage of chosen) {
    const { name, promise, proof, engine } = sabotage;
    const watch = `${proof} (${engine})`;
    // If a proof fails without a patch, its failure with a patch means nothing.
    const sound = withoutPatch.get(watch) ?? (await checkout.run(sabotage, null));
    withoutPatch.set(watch, sound);
    const isSound = sound.is === 'green';
    const { is, because, seconds } = isSound ? await checkout.run(sabotage, sabotage) : sound;
    const result = `${isSound ? results[is] : 'NOT TRIED'} by ${watch}`;
    console.error(`${name}: ${result}: ${isSound ? '' : 'without a patch: '}${because}`);
    const [line = ''] = because.split('\n');
    rows.push([name, promise, result, seconds.toFixed(0), line.slice(0, 120).replaceAll('|', '\\|')]);
    caught += isSound && is === 'red' ? 1 : 0;
  }
  console.log(markdownTable(['Sabotage', 'Breaks', 'Result', 'Seconds:', 'Message'], rows));
  console.log(`\n${caught} of ${rows.length} were caught.`);
  return caught === rows.length ? 0 : 1;
}
