import { SourceMap } from 'node:module';
import { relative, resolve } from 'node:path';
import type { OutputChunk } from 'rolldown';
import type { LineTable } from '../../server/bundled-stack-traces.ts';
import { root } from '../build-directory.ts';

/** All lines of a bundled file with their sources, as names below the root. */
export function lineTable({ code, map }: OutputChunk, directory: string): LineTable {
  if (!map) return { sources: [], runs: [] };
  const origins = new SourceMap({ ...map, file: map.file ?? '', sourceRoot: '', sourcesContent: [] });
  const sources = map.sources.map((source) => relative(root, resolve(directory, source)));
  const runs: number[] = [];
  let last = { line: 0, source: -1, at: 0 };
  for (const [index, text] of code.split('\n').entries()) {
    const entry = origins.findEntry(index, Math.max(0, text.search(/\S/)));
    // A line without an entry goes on with what is before it.
    if (!('originalLine' in entry) || entry.generatedLine !== index) continue;
    const here = { line: index + 1, source: map.sources.indexOf(entry.originalSource), at: entry.originalLine + 1 };
    const goesOn = here.source === last.source && here.at - last.at === here.line - last.line;
    if (!goesOn) runs.push(here.line, here.source, here.at);
    if (!goesOn) last = here;
  }
  return { sources, runs };
}
