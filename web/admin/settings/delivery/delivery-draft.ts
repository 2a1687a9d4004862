import { plural, t } from '@lingui/core/macro';
import type { DeliverySettings, DeliveryZone } from '#contract/delivery.ts';
import { type ClassLimit, type RatedClass, ratedClasses } from '#contract/listing-size.ts';
import type { DeliverySettingsChanges } from '#contract/settings.ts';
import { priceOf } from '#contract/typed-numbers.ts';
import type { FormFailure } from '../../../ui/use-submission.ts';
import { isSame } from '../is-same.ts';

type Rates = Record<RatedClass, string>;

/** A row of the table of rates: numbers as they are typed. */
export type ZoneDraft = Omit<DeliveryZone, 'rates' | 'freeOver' | 'daysFrom' | 'daysTo'> & {
  rates: Rates;
  freeOver: string;
  daysFrom: string;
  daysTo: string;
};

export type DeliveryDraft = Omit<DeliverySettings, 'zones' | 'classes' | 'packingDays'> & {
  zones: ZoneDraft[];
  classes: Record<RatedClass, Record<keyof ClassLimit, string>>;
  packingDays: string;
};

export type DeliveryField = keyof DeliveryDraft;

export const deliveryFields: readonly DeliveryField[] = [
  'zones',
  'classes',
  'packingDays',
  'pickup',
  'pickupAddress',
  'pickupNote',
  'carriers',
  'hsCode',
  'origin',
];

export function deliveryDraftOf(settings: DeliverySettings): DeliveryDraft {
  const { small, medium, large } = settings.classes;
  return {
    ...settings,
    zones: settings.zones.map(zoneDraftOf),
    classes: { small: limitDraftOf(small), medium: limitDraftOf(medium), large: limitDraftOf(large) },
    packingDays: String(settings.packingDays),
  };
}

function zoneDraftOf({ rates, freeOver, daysFrom, daysTo, ...rest }: DeliveryZone): ZoneDraft {
  return {
    ...rest,
    rates: { small: typed(rates.small), medium: typed(rates.medium), large: typed(rates.large) },
    freeOver: typed(freeOver),
    daysFrom: String(daysFrom),
    daysTo: String(daysTo),
  };
}

function limitDraftOf({ longestCm, heaviestKg }: ClassLimit) {
  return { longestCm: String(longestCm), heaviestKg: String(heaviestKg) };
}

/** An amount as an owner types it: without decimals if it has none. */
function typed(amount: number | null): string {
  if (amount === null) return '';
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2;
  return amount.toLocaleString('en-US', { minimumFractionDigits, maximumFractionDigits: 2 });
}

export function changedFields(draft: DeliveryDraft, saved: DeliveryDraft): DeliveryField[] {
  return deliveryFields.filter((field) => !isSame(draft[field], saved[field]));
}

/**
 * The request body: the changed fields, and as `expected` the saved values that they replace. If a number cannot be read: error messages by
 * the paths that the server uses in its issues, with ids of zones instead of positions (byZoneId).
 */
export function settingsOf(
  draft: DeliveryDraft,
  changed: readonly DeliveryField[],
  saved: DeliverySettings,
): DeliverySettingsChanges | Required<FormFailure> {
  const fields: Record<string, string> = {};
  const number = (path: string, value: number | null, message: string): number => {
    if (value === null) fields[path] = message;
    return value ?? 0;
  };
  const price = (path: string, text: string) =>
    text.trim() === '' ? null : number(path, priceOf(text), t`Not a price`);
  const days = (path: string, text: string) => number(path, wholeNumber(text), t`Not a number of days`);
  const limitOf = (name: RatedClass): ClassLimit => {
    const { longestCm, heaviestKg } = draft.classes[name];
    const path = `classes.${name}`;
    return {
      longestCm: number(`${path}.longestCm`, priceOf(longestCm), t`Please give centimetres, like 40.`),
      heaviestKg: number(`${path}.heaviestKg`, priceOf(heaviestKg), t`Please give kilograms, like 5.`),
    };
  };
  const zoneOf = (zone: ZoneDraft, position: number): DeliveryZone => {
    const path = `zones.${position}`;
    const rate = (name: RatedClass) => price(`${path}.rates.${name}`, zone.rates[name]);
    return {
      ...zone,
      rates: { small: rate('small'), medium: rate('medium'), large: rate('large') },
      freeOver: price(`${path}.freeOver`, zone.freeOver),
      daysFrom: days(`${path}.daysFrom`, zone.daysFrom),
      daysTo: days(`${path}.daysTo`, zone.daysTo),
    };
  };
  const { pickup, pickupAddress, pickupNote, carriers, hsCode, origin } = draft;
  const all = {
    zones: () => draft.zones.map(zoneOf),
    classes: () => ({ small: limitOf('small'), medium: limitOf('medium'), large: limitOf('large') }),
    packingDays: () => days('packingDays', draft.packingDays),
    pickup: () => pickup,
    pickupAddress: () => pickupAddress,
    pickupNote: () => pickupNote,
    carriers: () => carriers,
    hsCode: () => hsCode,
    origin: () => origin,
  } satisfies { [Field in DeliveryField]: () => DeliverySettings[Field] };
  const changes = Object.fromEntries(changed.map((field) => [field, all[field]()]));
  if (Object.keys(fields).length > 0) return { message: '', fields: byZoneId(fields, draft.zones) };
  return { ...changes, expected: Object.fromEntries(changed.map((field) => [field, saved[field]])) };
}

const wholeNumber = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : null);

/** Replaces positions of zones by their ids, so that messages stay correct when zones move: `zones.0.name` becomes `zones.ID.name`. */
export function byZoneId(
  fields: Readonly<Record<string, string>>,
  zones: readonly ZoneDraft[],
): Readonly<Record<string, string>> {
  const renamed = (path: string) =>
    path.replace(/^zones\.(\d+)(?=\.|$)/, (_, position: string) => `zones.${zones[Number(position)]?.id}`);
  return Object.fromEntries(Object.entries(fields).map(([path, message]) => [renamed(path), message]));
}

const otherNames: Readonly<Record<Exclude<DeliveryField, 'zones'>, string>> = {
  classes: t`Size classes`,
  packingDays: t`Packing time`,
  pickup: t`Pickup`,
  pickupAddress: t`Pickup address`,
  pickupNote: t`Words about pickup`,
  carriers: t`Carriers`,
  hsCode: t`HS code`,
  origin: t`Country of origin`,
};

/** The unsaved changes, in words. */
export function changesInWords(draft: DeliveryDraft, saved: DeliveryDraft): string[] {
  return changedFields(draft, saved).flatMap((field) =>
    field === 'zones' ? zoneChanges(draft.zones, saved.zones) : [otherNames[field]],
  );
}

function zoneChanges(zones: readonly ZoneDraft[], saved: readonly ZoneDraft[]): string[] {
  const before = new Map(saved.map((zone) => [zone.id, zone]));
  const after = new Set(zones.map(({ id }) => id));
  const added = zones.filter(({ id }) => !before.has(id));
  const removed = saved.filter(({ id }) => !after.has(id));
  const kept = zones.flatMap((zone) => {
    const old = before.get(zone.id);
    return old ? [{ zone, old }] : [];
  });
  const prices = kept.reduce((sum, { zone, old }) => sum + changedPrices(zone, old), 0);
  const edited = kept.filter(({ zone, old }) => !isSame(withoutPrices(zone), withoutPrices(old)));
  const order = saved.filter(({ id }) => after.has(id)).map(({ id }) => id);
  const isMoved = !isSame(order, kept.map(({ zone }) => zone.id)); // biome-ignore format: one comparison
  return [
    ...(prices > 0 ? [plural(prices, { one: '# rate', other: '# rates' })] : []),
    ...inWords(added, zoneWords.added),
    ...inWords(removed, zoneWords.removed),
    ...inWords(edited.map(({ zone }) => zone), zoneWords.changed), // biome-ignore format: one line for each kind of change
    ...(isMoved ? [t`Order of zones`] : []),
  ];
}

function changedPrices(zone: ZoneDraft, old: ZoneDraft): number {
  const rates = ratedClasses.filter((name) => zone.rates[name] !== old.rates[name]).length;
  return zone.freeOver === old.freeOver ? rates : rates + 1;
}

const withoutPrices = ({ rates: _, freeOver: __, ...rest }: ZoneDraft) => rest;

interface ZoneWords {
  one: (name: string) => string;
  many: (count: number) => string;
}

const zoneWords = {
  added: {
    one: (name) => t`${name} added`,
    many: (count) => plural(count, { one: '# zone added', other: '# zones added' }),
  },
  removed: {
    one: (name) => t`${name} removed`,
    many: (count) => plural(count, { one: '# zone removed', other: '# zones removed' }),
  },
  changed: {
    one: (name) => t`${name} changed`,
    many: (count) => plural(count, { one: '# zone changed', other: '# zones changed' }),
  },
} satisfies Record<string, ZoneWords>;

const inWords = (zones: readonly ZoneDraft[], { one, many }: ZoneWords): string[] =>
  zones.length > 3 ? [many(zones.length)] : zones.map((zone) => one(nameOf(zone)));

/** The name of a zone, or 'New zone' if it has none yet. */
export const nameOf = ({ name }: { name: string }): string => name.trim() || t`New zone`;
