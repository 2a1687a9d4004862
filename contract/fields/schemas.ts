import { z } from 'zod';
import { hsCodeProblem, parseHsCode } from '../customs-fields.ts';
import { country } from '../delivery-place.ts';
import { limits } from '../limits.ts';
import { centimetres, kilograms } from '../measures.ts';
import { priceOr } from '../money.ts';
import { pictureGrounds, pictureKinds } from '../picture-kinds.ts';
import { id, line, moment, prose } from '../text.ts';
import {
  type AnswersOf,
  type Field,
  type Fields,
  isAbsent,
  type Kind,
  mapFields,
  type ValueOf,
  type Values,
} from './kinds.ts';

type Of<K extends Kind> = Extract<Field, { kind: K }>;
type Schemas = { [K in Kind]: (field: Of<K>, name: string) => z.ZodType<Values[K]> };

export const hsCode = z
  .string()
  .max(limits.shortText, hsCodeProblem)
  .overwrite((typed) => parseHsCode(typed) ?? typed.trim())
  .refine((code) => code === '' || parseHsCode(code) !== null, hsCodeProblem);
export const origin = z.union([z.literal(''), country], 'Please choose a country of the list.');
const percent = z
  .number('A commission is a number')
  .min(0, 'A commission is at least 0')
  .max(100, 'A commission is at most 100')
  .refine((value) => Math.round(value * 100) / 100 === value, 'A commission has at most two decimals');
/** The pictures of a listing as they are stored. */
export const pictures = z.array(
  z.object({
    url: z.string(),
    alt: z.string(),
    kind: z.enum(pictureKinds).optional(),
    ground: z.enum(pictureGrounds).optional(),
  }),
);

/** What requests may have in a field of each kind. Requests have the pictures of a listing in fields of their own (catalog.ts). */
const requests = {
  text: ({ most = limits.shortText, needed }) => line(most, needed),
  prose: () => prose(limits.longText),
  person: () => line(limits.name),
  hsCode: () => hsCode,
  country: () => origin,
  year: () => z.int('A year is a whole number').min(limits.yearEarliest).max(limits.yearLatest).nullable(),
  money: ({ needed }) => priceOr(needed),
  length: () => centimetres.nullable(),
  weight: () => kilograms.nullable(),
  percent: () => percent.nullable(),
  choice: ({ options }) => z.enum(options),
  flag: (_, name) => z.boolean(`${name} is true or false`),
  day: () => z.iso.date('A day, like 2014-05-30').nullable(),
  moment: () => moment.nullable(),
  record: () => id.nullable(),
  pictures: () => pictures,
} satisfies Schemas;

/** Stored values, which answers have as they are, even if today's rules would refuse them. */
const stored: Schemas = {
  ...requests,
  text: () => z.string(),
  prose: () => z.string(),
  year: () => z.number().nullable(),
  money: () => z.number(),
  moment: () => z.string().nullable(),
  record: () => z.string().nullable(),
};

/** The same in answers, which leave out a field instead of an id or a time that is null. */
const answers: Schemas = { ...stored, moment: () => z.string(), record: () => z.string() };

type Shape<F extends Fields> = { [Name in keyof F]: z.ZodType<ValueOf<F[Name]>, ValueOf<F[Name]>> };
type AnswerShape<F extends Fields> = {
  [Name in keyof AnswersOf<F>]-?: undefined extends AnswersOf<F>[Name]
    ? z.ZodOptional<z.ZodType<Exclude<AnswersOf<F>[Name], undefined>>>
    : z.ZodType<AnswersOf<F>[Name]>;
};

// Each of the functions of `Schemas` takes fields of its kind and returns the schema of their values, which the types of the shapes name.
const schemaOf = (schemas: Schemas, field: Field, name: string) =>
  (schemas[field.kind] as (field: Field, name: string) => z.ZodType)(field, name);

export const requestShape = <F extends Fields>(fields: F) =>
  mapFields(fields, (field, name) => schemaOf(requests, field, name)) as Shape<F>;

export const storedShape = <F extends Fields>(fields: F) =>
  mapFields(fields, (field, name) => schemaOf(stored, field, name)) as Shape<F>;

export const answerShape = <F extends Fields>(fields: F) =>
  mapFields(fields, (field, name) => {
    const schema = schemaOf(answers, field, name);
    return isAbsent(field) ? schema.optional() : schema;
  }) as unknown as AnswerShape<F>;
