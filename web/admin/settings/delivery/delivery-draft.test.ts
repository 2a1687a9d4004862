import { describe, expect, it } from 'vitest';
import { noCustoms } from '#contract/customs-fields.ts';
import type { DeliverySettings, DeliveryZone } from '#contract/delivery.ts';
import { byZoneId, changedFields, changesInWords, deliveryDraftOf, settingsOf } from './delivery-draft.ts';
import { allCountries, australianZones, findCountries, insertZone, moveZone, placesOf } from './zone-list.ts';

const zone = (id: string, name: string, more: Partial<DeliveryZone> = {}): DeliveryZone => ({
  id,
  name,
  countries: ['AU'],
  states: [],
  postcodes: '',
  freeOver: null,
  daysFrom: 3,
  daysTo: 8,
  rates: { small: 24, medium: 85.5, large: null },
  insured: false,
  note: '',
  ...more,
});
const limit = { longestCm: 40, heaviestKg: 5 };
const saved: DeliverySettings = {
  zones: [zone('a', 'Sydney', { freeOver: 3000 }), zone('b', 'Rest of Australia')],
  classes: { small: limit, medium: limit, large: limit },
  packingDays: 2,
  pickup: false,
  pickupAddress: '',
  pickupNote: '',
  ...noCustoms,
  carriers: [],
};
const before = deliveryDraftOf(saved);
const [sydney, rest] = before.zones;
if (!sydney || !rest) throw new Error('The draft has both zones.');

describe('The draft of the delivery settings', () => {
  it('has prices as an owner types them, and an empty text where there is none', () => {
    expect(sydney).toMatchObject({ rates: { small: '24', medium: '85.50', large: '' }, freeOver: '3,000' });
  });

  it('becomes the same settings again', () => {
    expect(settingsOf(before, ['zones', 'classes', 'packingDays'], saved)).toMatchObject({
      zones: saved.zones,
      classes: saved.classes,
      packingDays: 2,
    });
  });

  it('becomes a request with only the changed fields and the values that they replace', () => {
    const draft = { ...before, packingDays: '4' };
    const changed = changedFields(draft, before);
    expect(settingsOf(draft, changed, saved)).toEqual({ packingDays: 4, expected: { packingDays: 2 } });
  });

  it('names wrong fields by the id of their zone, those that are not numbers and those that the server refused', () => {
    const rates = { ...rest.rates, large: '18O' };
    const draft = { ...before, zones: [sydney, { ...rest, rates, daysTo: 'soon' }], packingDays: '' };
    expect(settingsOf(draft, ['zones', 'packingDays'], saved)).toMatchObject({
      fields: {
        'zones.b.rates.large': 'Not a price',
        'zones.b.daysTo': 'Not a number of days',
        packingDays: 'Not a number of days',
      },
    });
    expect(byZoneId({ 'zones.0.name': 'No', zones: 'Too many' }, [rest])).toEqual({
      'zones.b.name': 'No',
      zones: 'Too many',
    });
  });

  it('is compared with the saved settings, and the changes are said in words', () => {
    const cheaper = { ...sydney, rates: { ...sydney.rates, small: '20', large: '90' }, note: 'By van' };
    expect(changesInWords({ ...before, zones: [rest, cheaper], packingDays: '3' }, before)).toEqual([
      ...['2 rates', 'Sydney changed', 'Order of zones', 'Packing time'],
    ]);
    const added = { ...rest, id: 'c', name: ' ' };
    expect(changesInWords({ ...before, zones: [sydney, added] }, before)).toEqual([
      ...['New zone added', 'Rest of Australia removed'],
    ]);
    const many = [1, 2, 3, 4].map((id) => ({ ...rest, id: `n${id}` }));
    expect(changesInWords({ ...before, zones: [...before.zones, ...many] }, before)).toEqual(['4 zones added']);
    expect(changesInWords(before, before)).toEqual([]);
  });
});

describe('Zones', () => {
  it('move by one place, not past an end, and are inserted at a position', () => {
    const ids = (zones: { id: string }[]) => zones.map(({ id }) => id);
    expect(ids(moveZone([sydney, rest], 'b', -1))).toEqual(['b', 'a']);
    expect(ids(moveZone([sydney, rest], 'b', 1))).toEqual(['a', 'b']);
    expect(ids(insertZone([rest], sydney, 0))).toEqual(['a', 'b']);
  });

  it('for a start with Australia have every state once, and no prices', () => {
    const zones = australianZones();
    expect(zones.flatMap(({ states }) => states).sort()).toEqual([
      ...['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'],
    ]);
    expect(new Set(zones.flatMap(({ rates, freeOver }) => [...Object.values(rates), freeOver]))).toEqual(new Set(['']));
  });

  it('say where they apply', () => {
    expect(placesOf(zone('a', 'A', { states: ['NSW'], postcodes: '2000-2249' }))).toBe('NSW, postcodes 2000-2249');
    expect(placesOf(zone('a', 'A', { countries: ['NZ', 'JP'] }))).toBe('New Zealand, Japan');
    expect(placesOf(zone('a', 'A', { countries: ['NZ', 'JP', 'VN', 'SG'] }))).toBe('4 countries');
    expect(placesOf(zone('a', 'A', { countries: [] }))).toBe('Every country');
  });

  it('have countries that are found by the beginning of a word, without accents, and by code', () => {
    const names = (words: string) => findCountries(allCountries(), words).map(({ name }) => name);
    expect(names('zeal')).toEqual(['New Zealand']);
    expect(names('aland')).toEqual(['Åland Islands']);
    expect(names('reunion')).toEqual(['Réunion']);
    expect(names('jp')).toEqual(['Japan']);
    expect(names(' ')).toEqual([]);
  });
});
