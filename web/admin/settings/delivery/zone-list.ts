import { plural, t } from '@lingui/core/macro';
import { countryCodes } from '#contract/countries.ts';
import { countryName, homeCountry } from '#contract/country-names.ts';
import { normalizeText } from '#contract/normalize-text.ts';
import type { AustralianState } from '#contract/states.ts';
import { language } from '../../../language/language.ts';
import type { ZoneDraft } from './delivery-draft.ts';

/** Moves a zone by one place. The first one cannot move up, the last one cannot move down. */
export function moveZone(zones: readonly ZoneDraft[], id: string, by: -1 | 1): ZoneDraft[] {
  const from = zones.findIndex((zone) => zone.id === id);
  const moved = zones[from];
  const to = from + by;
  if (!moved || to < 0 || to >= zones.length) return [...zones];
  return insertZone(zones.filter((zone) => zone !== moved), moved, to); // biome-ignore format: short
}

export function insertZone(zones: readonly ZoneDraft[], zone: ZoneDraft, position: number): ZoneDraft[] {
  return [...zones.slice(0, position), zone, ...zones.slice(position)];
}

/** A new zone without prices; without `details` it applies to every country. */
export function emptyZone(details: Partial<ZoneDraft> = {}): ZoneDraft {
  return {
    id: newId(),
    name: '',
    countries: [],
    states: [],
    postcodes: '',
    rates: { small: '', medium: '', large: '' },
    freeOver: '',
    daysFrom: '3',
    daysTo: '8',
    insured: false,
    note: '',
    ...details,
  };
}

/** Australia in three zones, by how long parcels take; the owner fills in the prices. */
export function australianZones(): ZoneDraft[] {
  const zone = (name: string, states: AustralianState[], daysFrom: string, daysTo: string) =>
    emptyZone({ name, countries: [homeCountry], states, daysFrom, daysTo });
  return [
    zone('East and south of Australia', ['NSW', 'VIC', 'QLD', 'SA', 'ACT'], '3', '8'),
    zone('Tasmania', ['TAS'], '4', '10'),
    zone('Western Australia and the Northern Territory', ['WA', 'NT'], '6', '12'),
  ];
}

/** A random id, not from `crypto.randomUUID`, which pages without https do not have. */
function newId(): string {
  const [one = 0, two = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `zone-${one.toString(36)}${two.toString(36)}`;
}

/** Where a zone applies, in few words: "NSW, ACT, postcodes 2000-2249". */
export function placesOf({ countries, states, postcodes }: Pick<ZoneDraft, 'countries' | 'states' | 'postcodes'>) {
  const isHome = countries.length === 1 && countries[0] === homeCountry;
  const parts = [
    ...(isHome && states.length > 0 ? [] : [countriesInWords(countries)]),
    ...states,
    ...(postcodes ? [t`postcodes ${postcodes}`] : []),
  ];
  return parts.join(', ');
}

function countriesInWords(codes: readonly string[]): string {
  const count = codes.length;
  if (count === 0) return t`Every country`;
  if (count > 3) return plural(count, { one: '# country', other: '# countries' });
  return codes.map((code) => countryName(code, language)).join(', ');
}

export interface Country {
  code: string;
  name: string;
}

/** All countries, sorted by their names in the language of the page. */
export function allCountries(): Country[] {
  return [...countryCodes]
    .map((code) => ({ code, name: countryName(code, language) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}

/** The countries whose names have a word that begins with `words`, without regard to case and accents, or whose code is `words`. */
export function findCountries(countries: readonly Country[], words: string): Country[] {
  const wanted = plain(words.trim());
  if (wanted === '') return [];
  return countries.filter(
    ({ code, name }) => code.toLowerCase() === wanted || ` ${plain(name)}`.includes(` ${wanted}`),
  );
}

const plain = (text: string) =>
  normalizeText(text, 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[-’'(]/g, ' ')
    .toLowerCase()
    // Normalization does not split this letter into a d and a mark.
    .replaceAll('đ', 'd');
