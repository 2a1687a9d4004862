import { api } from '#contract/api.ts';
import { fuzzInProcess } from './fuzz/in-process.ts';
import { fuzzOverSockets } from './fuzz/over-sockets.ts';
import { createTally, type Tally } from './fuzz/tally.ts';
import type { Outcome, Proof, Run } from './proof.ts';

export const fuzz: Proof = {
  name: 'fuzz',
  promise: 'Whatever is sent, the shop answers in its own words, at once, and tells nothing it should not',
  engines: ['sqlite', 'postgres'],
  prove,
};

const sizes = {
  full: { sqlite: { inside: 955_000, sockets: 50_000 }, postgres: { inside: 97_500, sockets: 5_000 } },
  short: { sqlite: { inside: 2_200, sockets: 300 }, postgres: { inside: 1_000, sockets: 160 } },
} as const;

async function prove(run: Run): Promise<Outcome> {
  const { inside, sockets } = sizes[run.size][run.engine];
  // On a machine that does much else at once, time says nothing: the short form does not judge it.
  const tally = createTally({ judgesTime: run.size === 'full' });
  await fuzzInProcess(run, { requests: inside }, tally);
  const before = tally.requests;
  await fuzzOverSockets(run, { requests: sockets }, tally);
  return { figures: figuresOf(tally, inside, tally.requests - before), violations: tally.violations };
}

function figuresOf(tally: Tally, wanted: number, overSockets: number) {
  return [
    { what: 'requests', measured: tally.requests, wanted: { atLeast: wanted } },
    { what: 'of them over sockets', measured: overSockets },
    ...[2, 3, 4].map((hundred) => ({ what: `answers ${hundred}xx`, measured: tally.byClass.get(hundred) ?? 0 })),
    { what: 'answers 5xx', measured: tally.byClass.get(5) ?? 0, wanted: { atMost: 0 } },
    { what: 'answers after more than a second', measured: tally.overASecond, wanted: { atMost: 0 } },
    { what: 'slowest answer', measured: tally.slowest, unit: 'ms' },
    { what: `endpoints of ${Object.keys(api).length} that were entered`, measured: tally.succeeded.size },
  ];
}
