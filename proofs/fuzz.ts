import { api } from '#contract/api.ts';
import { fuzzInProcess } from './fuzz/in-process.ts';
import { fuzzOverSockets } from './fuzz/over-sockets.ts';
import { createResults } from './fuzz/try-request.ts';
import type { Outcome, Proof, Run } from './proof.ts';

export const fuzz: Proof = {
  name: 'fuzz',
  promise: 'The shop answers any request in its own words, at once, and reveals nothing it should not',
  engines: ['sqlite', 'postgres'],
  isAlone: true,
  prove,
};

/** The number of episodes, which are requests without sockets (fuzz/in-process.ts), and of requests over sockets. */
const sizes = {
  full: { sqlite: { episodes: 478, overSockets: 50_000 }, postgres: { episodes: 49, overSockets: 5_000 } },
  short: { sqlite: { episodes: 1, overSockets: 300 }, postgres: { episodes: 1, overSockets: 160 } },
} as const;

async function prove(run: Run): Promise<Outcome> {
  const { episodes, overSockets } = sizes[run.size][run.engine];
  // The short form runs on busy machines, so it does not judge times.
  const results = createResults(run.size === 'full');
  await fuzzInProcess(run, episodes, results);
  const before = results.requests;
  await fuzzOverSockets(run, overSockets, results);
  const byClass = (hundred: number) => results.answersByClass.get(hundred) ?? 0;
  return {
    figures: [
      { what: 'requests', measured: results.requests, wanted: { atLeast: episodes * 1_000 } },
      { what: 'of them over sockets', measured: results.requests - before },
      ...[2, 3, 4].map((hundred) => ({ what: `answers ${hundred}xx`, measured: byClass(hundred) })),
      { what: 'answers 5xx', measured: byClass(5), wanted: { atMost: 0 } },
      { what: 'answers after more than a second', measured: results.overdue, wanted: { atMost: 0 } },
      { what: 'slowest answer', measured: results.slowest, unit: 'ms' },
      { what: `endpoints of ${Object.keys(api).length} that succeeded`, measured: results.succeeded.size },
    ],
    violations: results.violations,
  };
}
