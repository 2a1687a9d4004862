import type { WrittenPhotograph } from '#contract/condition-reports.ts';
import type { Language } from '#contract/languages.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { ReportRow } from './condition-reports.queries.ts';

/** What a draft lacks before it can be issued, in the words of a language; null if nothing. */
export function missingIn(
  row: Pick<ReportRow, 'examined_on' | 'examiner' | 'state' | 'surface'>,
  photographs: readonly WrittenPhotograph[],
  language: Language,
): string | null {
  const say = sayIn(language);
  const missing = [
    ...(row.examined_on === '' ? [say('the day of the examination')] : []),
    ...(row.examiner === '' ? [say('who examined the piece')] : []),
    ...(row.state === '' ? [say('the overall state')] : []),
    ...(row.surface === '' ? [say('a text about the surface')] : []),
    ...firstMarkWithoutText(say, photographs),
  ];
  return missing.length === 0 ? null : new Intl.ListFormat(language === 'en' ? 'en-AU' : language).format(missing);
}

function firstMarkWithoutText(say: Say, photographs: readonly WrittenPhotograph[]): string[] {
  for (const [position, { marks }] of photographs.entries()) {
    const mark = marks.findIndex(({ text }) => text === '');
    if (mark !== -1)
      return [
        say('a sentence for mark {mark} of photograph {photograph}', { mark: mark + 1, photograph: position + 1 }),
      ];
  }
  return [];
}
