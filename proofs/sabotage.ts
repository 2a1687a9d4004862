// Breaks the shop on purpose with one patch after another (proofs/sabotage/). A proof must turn red for each.
//
//   npm run sabotage                            all of them
//   npm run sabotage -- client-price no-locks   some of them
//   npm run sabotage -- --by crash              those that this proof must catch
//
// It works on a copy of the working tree. Exits with 1 if one was not caught.
import { parseArgs } from 'node:util';
import { buildPages, markdownTable } from './proof.ts';
import { type Sabotage, sabotages } from './sabotage/sabotages.ts';
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
    console.error(`Known are ${sabotages.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  buildPages();
  const checkout = createScratchCheckout();
  process.once('exit', checkout.remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

  const withoutPatch = new Map<string, Verdict>();
  const verdicts: Verdict[] = [];
  for (const sabotage of chosen) {
    const key = keyOf(sabotage);
    // A proof that is red without any patch could catch anything.
    const sound = withoutPatch.get(key) ?? (await checkout.run(sabotage, null));
    withoutPatch.set(key, sound);
    const verdict: Verdict =
      sound.is === 'green'
        ? await checkout.run(sabotage, sabotage)
        : { ...sound, is: 'broken', because: `without a patch: ${sound.because}` };
    verdicts.push(verdict);
    console.error(`${sabotage.name}: ${results[verdict.is]} by ${key}: ${verdict.because}`);
  }
  console.log(tableOf(chosen, verdicts));
  const caught = verdicts.filter(({ is }) => is === 'red').length;
  console.log(`\n${caught} of ${verdicts.length} were caught.`);
  return caught === verdicts.length ? 0 : 1;
}

function keyOf({ proof, engine }: Sabotage): string {
  return `${proof} (${engine})`;
}

function tableOf(chosen: readonly Sabotage[], verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ is, seconds, because }, index) => {
    const { name, breaks, proof, engine } = chosen[index] ?? { name: '', breaks: '', proof: '', engine: '' };
    const [line = ''] = because.split('\n');
    const reason = line.slice(0, 120).replaceAll('|', '\\|');
    return [name, breaks, `${results[is]} by ${proof} (${engine})`, seconds.toFixed(0), reason];
  });
  return markdownTable(['Sabotage', 'Breaks', 'Result', 'Seconds:', 'Message'], rows);
}
