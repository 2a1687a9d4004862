// Spoils the shop in many small ways, one after another, each of which must turn a proof red (tools/prove/sabotage/).
//
//   npm run sabotage                            all of them
//   npm run sabotage -- client-price no-owner   some of them
//   npm run sabotage -- --by crash              what this proof must catch
//   npm run sabotage -- --jobs 2                two at a time
//
// It works on a copy of the sources as they stand. Exits with 1 if one was not caught.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inWords, type Sabotage, type Watch } from './prove/sabotage/sabotage.ts';
import { sabotages } from './prove/sabotage/sabotages.ts';
import { openWorkshop, type Verdict, type Workshop } from './prove/sabotage/workshop.ts';

interface Tried {
  sabotage: Sabotage;
  watch: Watch;
  verdict: Verdict;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { jobs: { type: 'string', default: '1' }, by: { type: 'string' } },
  });
  const chosen = chosenBy(positionals, values.by);
  const jobs = Number(values.jobs);
  if (chosen.length === 0 || !(jobs >= 1)) {
    console.error(`Known are ${sabotages.map(({ name }) => name).join(', ')}; --jobs takes a whole number.`);
    return 1;
  }
  execFileSync(process.execPath, [join(import.meta.dirname, 'build-when-stale.ts')], { stdio: 'inherit' });
  const workshops = Array.from({ length: jobs }, openWorkshop);
  const removeAll = () => {
    for (const workshop of workshops) workshop.remove();
  };
  process.once('exit', removeAll);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

  const red = await redWithoutAny(workshops, chosen);
  const tried = await spoil(workshops, chosen, red);
  console.log(tableOf(tried));
  const slipped = tried.filter(({ verdict }) => verdict.is !== 'red');
  console.log(`\n${tried.length - slipped.length} of ${tried.length} were caught.`);
  return slipped.length === 0 ? 0 : 1;
}

/** None where a name is unknown. With a proof only what that one must catch. */
function chosenBy(names: readonly string[], proof: string | undefined): Sabotage[] {
  if (names.some((name) => !sabotages.some((sabotage) => sabotage.name === name))) return [];
  return sabotages
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map((one) => ({ ...one, caughtBy: one.caughtBy.filter((watch) => proof === undefined || watch.proof === proof) }))
    .filter(({ caughtBy }) => caughtBy.length > 0);
}

/** Proofs that are not green though nothing was spoilt, and what they say: they could catch anything. */
async function redWithoutAny(
  workshops: readonly Workshop[],
  chosen: readonly Sabotage[],
): Promise<ReadonlyMap<string, Verdict>> {
  const used = new Map(chosen.flatMap(({ caughtBy }) => caughtBy.map((watch) => [inWords(watch), watch] as const)));
  const red = new Map<string, Verdict>();
  await share(workshops, [...used.values()], async (workshop, watch) => {
    const verdict = await workshop.tryOut(watch, []);
    console.error(`unspoilt: ${inWords(watch)} is ${verdict.is} after ${verdict.seconds.toFixed(0)} s`);
    if (verdict.is !== 'green')
      red.set(inWords(watch), { ...verdict, is: 'broken', because: `unspoilt: ${verdict.because}` });
  });
  return red;
}

async function spoil(
  workshops: readonly Workshop[],
  chosen: readonly Sabotage[],
  red: ReadonlyMap<string, Verdict>,
): Promise<Tried[]> {
  const attempts = chosen.flatMap((sabotage) => sabotage.caughtBy.map((watch) => ({ sabotage, watch })));
  return share(workshops, attempts, async (workshop, { sabotage, watch }) => {
    const verdict = red.get(inWords(watch)) ?? (await tryOut(workshop, watch, sabotage));
    const result = { red: 'caught', green: 'NOT CAUGHT', broken: 'NOT TRIED' }[verdict.is];
    console.error(`${sabotage.name}: ${result} by ${inWords(watch)}: ${verdict.because}`);
    return { sabotage, watch, verdict };
  });
}

function tryOut(workshop: Workshop, watch: Watch, { edits }: Sabotage): Promise<Verdict> {
  return workshop.tryOut(watch, edits).catch((error: unknown) => ({
    is: 'broken',
    because: error instanceof Error ? error.message : String(error),
    seconds: 0,
  }));
}

/** One thing at a time in each workshop; answers in the order of `things`. */
async function share<Thing, Result>(
  workshops: readonly Workshop[],
  things: readonly Thing[],
  work: (workshop: Workshop, thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...things.entries()];
  const results: Result[] = [];
  await Promise.all(
    workshops.map(async (workshop) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(workshop, next[1]);
    }),
  );
  return results;
}

function tableOf(tried: readonly Tried[]): string {
  const rows = tried.map(({ sabotage, watch, verdict }) => [
    sabotage.name,
    sabotage.breaks,
    verdict.is === 'red'
      ? inWords(watch)
      : `**${verdict.is === 'green' ? 'not caught' : 'not tried'}** (${inWords(watch)})`,
    verdict.seconds.toFixed(0),
    firstWords(verdict.because),
  ]);
  const lines = [
    ['Sabotage', 'Breaks', 'Caught by', 'Seconds', 'Which said'],
    ['---', '---', '---', '---:', '---'],
    ...rows,
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function firstWords(text: string): string {
  const [line = ''] = text.split('\n');
  return (line.length > 120 ? `${line.slice(0, 117)}…` : line).replaceAll('|', '\\|');
}
