import {
  type AnswersOf,
  emptyOf,
  type Field,
  type Fields,
  isAbsent,
  type Kind,
  mapFields,
  type SomeValuesOf,
  type Values,
  type ValuesOf,
} from '#contract/fields/kinds.ts';
import { type Cents, fromCents, toCents } from '#contract/money.ts';
import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

/** What the columns of each kind of field contain. Pictures are stored in ways of their own. */
type Stored = Omit<Values, 'pictures' | 'money' | 'flag' | 'moment'> & {
  money: Cents;
  flag: Flag;
  /** Also of measures: integers, in the smallest unit. */
  moment: Milliseconds | null;
};
type StoredOf<F extends Field> = F extends { kind: 'choice'; options: readonly (infer Option)[] }
  ? Option
  : F extends { kind: keyof Stored }
    ? Stored[F['kind']]
    : never;
type ColumnOf<F extends Field, Name> = F extends { column: infer Column extends string } ? Column : Name & string;

/** The columns of the fields of a record. */
export type RecordColumns<F extends Fields> = { [Name in keyof F as ColumnOf<F[Name], Name>]: StoredOf<F[Name]> };

interface Codec<Value, Column> {
  read(column: Column): Value;
  write(value: Value): Column;
}

const codecs: { [K in keyof Stored]?: Codec<Values[K], Stored[K]> } = {
  money: { read: fromCents, write: toCents },
  flag: { read: (column) => column === 1, write: (value) => (value ? 1 : 0) },
  length: inUnitsOf(10),
  weight: inUnitsOf(1000),
  percent: inUnitsOf(100),
  moment: {
    read: (column) => (column === null ? null : new Date(column).toISOString()),
    write: (value) => (value === null ? null : Date.parse(value)),
  },
};

/** A number with so many stored units. */
function inUnitsOf(units: number): Codec<number | null, number | null> {
  return {
    read: (column) => (column === null ? null : column / units),
    write: (value) => (value === null ? null : Math.round(value * units)),
  };
}

// A column has the value that the codec of its kind takes; without a codec, column and value are the same.
type AnyCodec = Codec<unknown, unknown> | undefined;
const codecOf = (kind: Kind): AnyCodec => (codecs as Partial<Record<Kind, AnyCodec>>)[kind];

/** The values of the fields of a stored record, in wire format. */
export const valuesOf = <F extends Fields>(fields: F, row: RecordColumns<F>) =>
  mapFields(fields, ({ kind, column }, name) => {
    const stored: unknown = Reflect.get(row, column ?? name);
    const codec = codecOf(kind);
    return codec ? codec.read(stored) : stored;
  }) as ValuesOf<F>;

/** The values that answers have: without fields that answers leave out while they are empty. */
export const shownValuesOf = <F extends Fields>(fields: F, row: RecordColumns<F>) => {
  const values = valuesOf(fields, row);
  const isShown = ([name, field]: [string, Field]) => !isAbsent(field) || values[name] !== emptyOf(field);
  const shown = Object.entries<Field>(fields).filter(isShown);
  return Object.fromEntries(shown.map(([name]) => [name, values[name]])) as AnswersOf<F>;
};

/** The columns of the fields that have a value. */
export const columnsOf = <F extends Fields>(fields: F, values: SomeValuesOf<F>) =>
  Object.fromEntries(
    Object.entries<Field>(fields).flatMap(([name, { kind, column = name }]) => {
      const value = values[name];
      const codec = codecOf(kind);
      return value === undefined ? [] : [[column, codec ? codec.write(value) : value]];
    }),
  ) as Partial<RecordColumns<F>>;
