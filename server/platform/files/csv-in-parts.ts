import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { type Options, parse } from 'csv-parse';
import type { createPauses } from '#server/platform/concurrency/pauses.ts';
import { decodeText } from './decode-text.ts';

/** Characters that are parsed at once. */
const step = 8_192;

/**
 * Parses a CSV file in parts, so that other requests are not kept waiting. `onRow` gets the cells of each row and the number of its last
 * line, and returns whether it wants further rows. Throws CsvError.
 */
export async function parseCsvInParts(
  file: Buffer,
  options: Options,
  pause: ReturnType<typeof createPauses>,
  onRow: (cells: string[], line: number) => boolean,
): Promise<void> {
  let wantsMore = true;
  const parser = parse({ ...options, info: true });
  parser.on('data', ({ record, info }: { record: string[]; info: { lines: number } }) => {
    wantsMore &&= onRow(record, info.lines);
  });
  const ended = finished(parser);
  // `ended` is awaited below; until then its rejection must not count as unhandled.
  ended.catch(() => undefined);
  // Parts are written one at a time, because a stream would read ahead and parse many at once.
  for (const part of partsOf(file)) {
    if (parser.destroyed) break;
    if (!parser.write(part)) await Promise.race([once(parser, 'drain'), ended]);
    if (!wantsMore) return void parser.destroy();
    await pause();
  }
  parser.end();
  await ended;
}

function* partsOf(file: Buffer): Generator<string> {
  for (const text of decodeText(file)) for (let at = 0; at < text.length; at += step) yield text.slice(at, at + step);
}
