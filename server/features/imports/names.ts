import type { ListingChanges } from '#contract/catalog.ts';
import { foldText } from '#contract/text.ts';
import { findKnownNames, type KnownName } from '#server/features/artists/artists.ts';
import type { ChosenNames, ListingRecord } from '#server/features/catalog/catalog.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { foldDiacritics } from '#server/platform/fold-text.ts';
import { inEnglish as say } from '#server/platform/translations.ts';

/** Finds artists and series by their names in a file, and remembers which names were found. */
export interface Names {
  /** The artist and the series of a row: records that exist, or names for which records are added. */
  choose(before: ListingRecord | null, values: ListingChanges): Choice;
  /** A text about the names so far: "5 of 6 known. Le Van Khe is taken as Lê Vân Khê." Empty if the file names none. */
  words(field: 'artist' | 'series'): string;
}

export interface Choice {
  values: ListingChanges;
  names: ChosenNames;
  make: { artists?: string; series?: string };
}

const fields = [
  { field: 'artist', choice: 'artistId', table: 'artists' },
  { field: 'series', choice: 'seriesId', table: 'series' },
] as const;

export async function createNames(reader: Reader): Promise<Names> {
  const known = await findKnownNames(reader);
  const find = { artist: finder(known.artists), series: finder(known.series) };
  const found = { artist: new Map<string, string | null>(), series: new Map<string, string | null>() };
  return {
    choose(before, values) {
      const choice: Choice = { values: { ...values }, names: {}, make: {} };
      for (const { field, choice: idField, table } of fields) {
        const text = values[field];
        if (!text) continue;
        const record = find[field](text);
        found[field].set(text, record?.name ?? null);
        // A name that the piece has already stays as it is, even if it is only text.
        if (before && text === before[field]) continue;
        if (before && record && before[idField === 'artistId' ? 'artist_id' : 'series_id'] === record.id) {
          delete choice.values[field];
          continue;
        }
        choice.names[field] = record?.name ?? text;
        if (record) choice.values[idField] = record.id;
        else choice.make[table] = text;
      }
      return choice;
    },
    words: (field) => wordsOf(found[field]),
  };
}

/** Finds a record by its exact name, otherwise by the name without diacritics if only one record has it. */
function finder(known: readonly KnownName[]): (text: string) => KnownName | null {
  const exact = new Map(known.map((record) => [foldText(record.name), record]));
  const similar = Map.groupBy(known, ({ name }) => foldDiacritics(name));
  return (text) => {
    const [only, ...others] = similar.get(foldDiacritics(text)) ?? [];
    return exact.get(foldText(text)) ?? (others.length === 0 ? (only ?? null) : null);
  };
}

function wordsOf(found: ReadonlyMap<string, string | null>): string {
  if (found.size === 0) return '';
  const known = [...found].filter(([, name]) => name !== null);
  const renamed = known.filter(([text, name]) => text !== name).slice(0, 3);
  return [
    say('{known} of {all} known.', { known: known.length, all: found.size }),
    ...renamed.map(([text, name]) => say('{text} is taken as {name}.', { text, name: name ?? '' })),
  ].join(' ');
}
