import { z } from 'zod';
import { wrongParameter } from './failures.ts';

/** A whole number; all parameters arrive as text. */
export const whole = z
  .string()
  .regex(/^\d{1,12}$/, 'Invalid integer')
  .transform(Number);

export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= 50, 'At most 50 keys')
  .optional();

const time = z.union([
  whole.transform((at) => ({ gte: at, lte: at })),
  z.strictObject({ gt: whole, gte: whole, lt: whole, lte: whole }).partial(),
]);

/** The parameters of every list. */
export const listed = {
  limit: whole.pipe(z.number().min(1).max(100)).optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: time.optional(),
};

interface Listed {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number | undefined>> | undefined;
}

/** One page of a list, newest first. `all`: oldest first. */
export function listPage<T extends { id: string; created: number }>(url: string, all: Iterable<T>, wanted: Listed) {
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = wanted.created ?? {};
  const isWanted = ({ created: at }: T) => at > gt && at >= gte && at < lt && at <= lte;
  const newestFirst = [...all].filter(isWanted).toReversed();
  const placeOf = (id: string) => newestFirst.findIndex((object) => object.id === id);
  const limit = wanted.limit ?? 10;
  if (wanted.ending_before !== undefined) {
    const before = newestFirst.slice(0, Math.max(0, placeOf(wanted.ending_before)));
    return { object: 'list' as const, url, has_more: before.length > limit, data: before.slice(-limit) };
  }
  const rest =
    wanted.starting_after === undefined ? newestFirst : newestFirst.slice(placeOf(wanted.starting_after) + 1);
  return { object: 'list' as const, url, has_more: rest.length > limit, data: rest.slice(0, limit) };
}

/** Parses parameters. Throws Stripe's error if they do not match the schema. */
export function parseParameters<T>(schema: z.ZodType<T>, parameters: unknown): T {
  const result = schema.safeParse(parameters);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])].map(String);
  const param = path.map((part, index) => (index === 0 ? part : `[${part}]`)).join('');
  if (issue?.code === 'unrecognized_keys')
    throw wrongParameter(param, `Received unknown parameter: ${param}`, 'parameter_unknown');
  throw wrongParameter(param, `Invalid ${param}: ${issue?.message}`);
}

type Parameters = { [name: string]: string | Parameters | (string | Parameters)[] };

/** Reads `line_items[0][price_data][currency]=aud&expand[0]=…` into objects and lists. */
export function parseForm(text: string): Parameters {
  const root: Parameters = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    const last = path.pop() ?? '';
    let place = root;
    for (const part of path) {
      const inner = place[part];
      if (typeof inner === 'object' && !Array.isArray(inner)) place = inner;
      else {
        const made: Parameters = {};
        place[part] = made;
        place = made;
      }
    }
    place[last === '' ? String(Object.keys(place).length) : last] = value;
  }
  return withLists(root);
}

/** Objects whose names are 0, 1, 2 … become lists. */
function withLists(place: Parameters): Parameters {
  const changed: Parameters = {};
  for (const [name, value] of Object.entries(place)) {
    if (typeof value === 'string' || Array.isArray(value)) changed[name] = value;
    else {
      const inner = withLists(value);
      const isList = Object.keys(inner).every((key, index) => key === String(index));
      changed[name] = isList ? (Object.values(inner).flat(0) as (string | Parameters)[]) : inner;
    }
  }
  return changed;
}
