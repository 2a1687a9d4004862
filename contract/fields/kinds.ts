// What a record consists of. Pages of the panel import this file, so it must not import zod; the schemas are in schemas.ts.
import type { PictureFacts } from '../picture-kinds.ts';

/**
 * What a field is for.
 * - `public`: visitors get it; without it only the panel does.
 * - `facts`: the page of a piece lists it among the facts.
 * - `translated`: the owner writes it in other languages, too; if it is also `alike`, it is often the same in every language.
 * - `searched`: the search of the collection finds its words.
 * - `printed`: certificates, wall labels and catalogues print it as a line of its own.
 */
export type Use = 'public' | 'facts' | 'translated' | 'alike' | 'searched' | 'printed';

interface Described {
  /** The label in the panel, and in English files of pieces. */
  label: string;
  /** The label in files and in lists of translations, if it is another one. */
  fileLabel?: string;
  /** What the audit calls the stored value, if it is not the label. */
  auditLabel?: string;
  /** What the form says below the control. */
  hint?: string;
  /** The column of the table, if it has another name than the field. */
  column?: string;
  /** A part of the form with fields that belong together. */
  group?: string;
  uses: readonly Use[];
  /** Whether answers leave the field out while it is empty, as they do with all that only the panel gets. */
  absent?: true;
}

/** Text on one line. `needed`: the message if it is missing. */
interface TextField extends Described {
  kind: 'text';
  most?: number;
  needed?: string;
}
/** One of fixed values. */
interface ChoiceField extends Described {
  kind: 'choice';
  options: readonly string[];
  /** The value until somebody chooses another one. */
  empty: string;
}
interface FlagField extends Described {
  kind: 'flag';
  empty: boolean;
}
interface MoneyField extends Described {
  kind: 'money';
  needed: string;
}
/**
 * `prose`: text of several lines; `person`: somebody's name; `length`: centimetres, stored as millimetres; `weight`: kilograms, stored as
 * grams; `percent`: stored as hundredths; `day`: YYYY-MM-DD; `moment`: ISO 8601, stored as milliseconds; `record`: the id of another
 * record; `hsCode`: a customs code; `country`: an ISO 3166 code.
 */
interface PlainField extends Described {
  kind:
    | 'prose'
    | 'person'
    | 'hsCode'
    | 'country'
    | 'year'
    | Measure
    | 'percent'
    | 'day'
    | 'moment'
    | 'record'
    | 'pictures';
}
type Measure = 'length' | 'weight';

export type Field = TextField | ChoiceField | FlagField | MoneyField | PlainField;
export type Kind = Field['kind'];
export type Fields = Readonly<Record<string, Field>>;

export interface RecordPicture extends PictureFacts {
  url: string;
  alt: string;
}

/** The values of each kind in requests and answers; those of a choice are its options. */
export interface Values {
  text: string;
  prose: string;
  person: string;
  hsCode: string;
  country: string;
  year: number | null;
  money: number;
  length: number | null;
  weight: number | null;
  percent: number | null;
  choice: string;
  flag: boolean;
  day: string | null;
  moment: string | null;
  record: string | null;
  pictures: readonly RecordPicture[];
}

export type ValueOf<F extends Field> = F extends { kind: 'choice'; options: readonly (infer Option)[] }
  ? Option
  : Values[F['kind']];
export type ValuesOf<F extends Fields> = { [Name in keyof F]: ValueOf<F[Name]> };
export type SomeValuesOf<F extends Fields> = { [Name in keyof F]?: ValueOf<F[Name]> | undefined };

type IsAbsent<F extends Field> = F extends { absent: true } ? true : 'public' extends F['uses'][number] ? false : true;
/** Answers leave out a field instead of an id or a time that is null. */
type AnswerOf<F extends Field> = F extends { kind: 'moment' | 'record' } ? string : ValueOf<F>;
/** The fields as answers have them. */
export type AnswersOf<F extends Fields> = {
  [Name in keyof F as IsAbsent<F[Name]> extends true ? never : Name]: AnswerOf<F[Name]>;
} & { [Name in keyof F as IsAbsent<F[Name]> extends true ? Name : never]?: AnswerOf<F[Name]> };

/** The names of the fields with this use, and of those in this group. */
export type NamesFor<F extends Fields, U extends Use> = {
  [Name in keyof F]: U extends F[Name]['uses'][number] ? Name : never;
}[keyof F];
export type NamesIn<F extends Fields, G extends string> = {
  [Name in keyof F]: F[Name] extends { group: G } ? Name : never;
}[keyof F];

/** The names of the fields in their order. */
// Object.keys() returns strings; these are the keys of the object.
export const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

export const pick = <F extends Fields, Name extends keyof F & string>(fields: F, names: readonly Name[]) =>
  // `fields` has each of the names.
  collect(names, (name) => fields[name]) as unknown as Pick<F, Name>;

export const namesFor = <F extends Fields, U extends Use>(fields: F, use: U) =>
  // The filter is the condition of the type.
  namesOf(fields).filter((name) => fields[name]?.uses.includes(use)) as (NamesFor<F, U> & string)[];

export const namesIn = <F extends Fields, G extends string>(fields: F, group: G) =>
  // The filter is the condition of the type.
  namesOf(fields).filter((name) => fields[name]?.group === group) as (NamesIn<F, G> & string)[];

/** The label outside of the form. */
export const titleOf = ({ label, fileLabel = label }: Field): string => fileLabel;

/** An object with the value that `make` returns for each of the fields. */
export const mapFields = <F extends Fields, Value>(fields: F, make: (field: Field, name: keyof F & string) => Value) =>
  // Object.entries() returns strings; these are the keys of the object.
  Object.fromEntries(Object.entries<Field>(fields).map(([name, field]) => [name, make(field, name)])) as Record<
    keyof F & string,
    Value
  >;

/** An object with the value that `make` returns for each of the names. */
export const collect = <Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  // Each of the names is a key.
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

/** Whether answers leave the field out while it is empty. */
export const isAbsent = ({ absent, uses }: Field): boolean => absent === true || !uses.includes('public');

/** The value of a field until somebody enters another one. */
export const emptyOf = (field: Field): Values[Kind] => ('empty' in field ? field.empty : emptyValues[field.kind]);

// Each is a value of its kind; an empty choice is one of the options.
export const emptiesOf = <F extends Fields>(fields: F) => mapFields(fields, emptyOf) as ValuesOf<F>;

const emptyValues: Readonly<Omit<Values, 'choice' | 'flag'>> = {
  text: '',
  prose: '',
  person: '',
  hsCode: '',
  country: '',
  year: null,
  money: 0,
  length: null,
  weight: null,
  percent: null,
  day: null,
  moment: null,
  record: null,
  pictures: [],
};
