import type { WrittenPhotograph } from '#contract/condition-reports.ts';
import type { ReportRow } from './condition-reports.queries.ts';

/** What a draft lacks before it can be issued, in words; null if nothing. */
export function missingIn(
  row: Pick<ReportRow, 'examined_on' | 'examiner' | 'state' | 'surface'>,
  photographs: readonly WrittenPhotograph[],
): string | null {
  const missing = [
    ...(row.examined_on === '' ? ['the day of the examination'] : []),
    ...(row.examiner === '' ? ['who examined the piece'] : []),
    ...(row.state === '' ? ['the overall state'] : []),
    ...(row.surface === '' ? ['a text about the surface'] : []),
    ...firstMarkWithoutText(photographs),
  ];
  return missing.length === 0 ? null : new Intl.ListFormat('en-AU').format(missing);
}

function firstMarkWithoutText(photographs: readonly WrittenPhotograph[]): string[] {
  for (const [position, { marks }] of photographs.entries()) {
    const mark = marks.findIndex(({ text }) => text === '');
    if (mark !== -1) return [`a sentence for mark ${mark + 1} of photograph ${position + 1}`];
  }
  return [];
}
