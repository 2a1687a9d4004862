import { z } from 'zod';
import { limits } from './limits.ts';
import { line } from './text.ts';

export type Order = 'asc' | 'desc';

export interface ListRequest<Field extends string = string> {
  sort?: Field | undefined;
  order?: Order | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  q?: string | undefined;
}

const wholeNumber = (maximum: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'A whole number from 1')
    .transform(Number)
    .refine((value) => value <= maximum, `At most ${maximum}`)
    // The OpenAPI document describes the parsed value.
    .meta({ type: 'integer', minimum: 1, maximum });

/** Query parameters of a list that can grow (docs/behaviour/api.md, 16). */
export function listQuery<const Fields extends readonly [string, ...string[]]>(fields: Fields) {
  return z.object({
    sort: z.enum(fields).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    page: wholeNumber(1_000_000).optional(),
    pageSize: wholeNumber(limits.pageSize).optional(),
    q: line(limits.searchText).optional(),
  });
}

const defaultPageSize = 50;

/** The rows that a list request selects. */
export function rowsOf(request: ListRequest): { limit: number; offset: number } {
  if (request.page === undefined && request.pageSize === undefined) return { limit: limits.listWithoutPage, offset: 0 };
  const limit = request.pageSize ?? defaultPageSize;
  return { limit, offset: ((request.page ?? 1) - 1) * limit };
}
