// The first module of every program in the bundle: stack traces name the files and lines of the sources. Node's own source maps would
// be read when a program starts; these tables are read when the stack of an error is asked for.
import { readFileSync } from 'node:fs';

/**
 * Where the lines of a bundled file come from. `runs` has three numbers for each run of lines: its first line in the bundled file, the
 * index of the source, and the first line there. Both go on by one until the next run. A run with the source -1 has no source.
 */
export interface LineTable {
  sources: readonly string[];
  runs: readonly number[];
}

/** The name of the table of a bundled file. */
export const lineTableOf = (bundled: string) => bundled.replace(/\.js$/, '.lines.json');

const tables = new Map<string, LineTable | null>();

Error.prepareStackTrace = (error, sites) => {
  const frames = sites.map((site) => `\n    at ${describe(site)}`);
  return `${headingOf(error)}${frames.join('')}`;
};

function headingOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}

function describe(site: NodeJS.CallSite): string {
  const text = String(site);
  return text.replace(/file:\/\/\S+?\/build\/[^/\s]+\/[\w.-]+\.js:\d+:\d+/, (place) => {
    const [, url = '', line = ''] = /^(.+\.js):(\d+):\d+$/.exec(place) ?? [];
    return sourceOf(url, Number(line)) ?? place;
  });
}

function sourceOf(url: string, line: number): string | null {
  const table = tables.get(url) ?? readTable(url);
  tables.set(url, table);
  if (!table) return null;
  const { sources, runs } = table;
  let low = 0;
  let high = runs.length / 3;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((runs[middle * 3] ?? 0) <= line) low = middle;
    else high = middle;
  }
  const [first = 0, source = -1, sourceLine = 0] = runs.slice(low * 3, low * 3 + 3);
  const name = sources[source];
  return name === undefined ? null : `${name}:${sourceLine + line - first}`;
}

function readTable(url: string): LineTable | null {
  try {
    // scripts/program/bundle-program.ts writes it with this type.
    return JSON.parse(readFileSync(new URL(lineTableOf(url)), 'utf8')) as LineTable;
  } catch {
    return null;
  }
}
