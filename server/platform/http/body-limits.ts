import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';

/** Bytes that every body may have besides what its schema describes: white space and fields that the endpoint ignores. */
const slack = 4_096;
/** Bytes of a character in JSON: clients may write any of them as `\u1ec7`. */
const characterBytes = 6;
/** Bytes of a number, a truth value, a day or a moment. */
const smallBytes = 40;

/**
 * The most bytes of the JSON body of an endpoint: what the longest valid body needs, at most `limits.publicBody` where anybody may call and
 * `limits.jsonBody` elsewhere.
 */
export function bodyLimitOf({ body, rawBody, access }: Endpoint): number {
  const most = access === 'public' ? limits.publicBody : limits.jsonBody;
  if (rawBody) return most;
  return Math.min(most, slack + (body ? bytesOf(body) : 0));
}

/** The schemas never change, and the tests open thousands of shops. */
const known = new WeakMap<z.core.$ZodType, number>();

/** The bytes of the longest valid value in JSON; infinite for a schema that limits neither the characters nor the elements. */
function bytesOf(schema: z.core.$ZodType): number {
  const bytes = known.get(schema) ?? countBytes(schema);
  known.set(schema, bytes);
  return bytes;
}

function countBytes(schema: z.core.$ZodType): number {
  // Every schema that zod's functions return is a member of this union (zod.dev, "For library authors").
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return isMoment(def) ? smallBytes : 2 + characterBytes * maximumOf(schema);
    case 'enum':
      return Math.max(...Object.values(def.entries).map((value) => 2 + characterBytes * String(value).length));
    case 'literal':
      return Math.max(...def.values.map((value) => 2 + characterBytes * String(value).length));
    case 'object':
      return Object.entries(def.shape).reduce((sum, [name, field]) => sum + name.length + 4 + bytesOf(field), 2);
    case 'record':
      return 2 + maximumOf(schema) * (bytesOf(def.keyType) + bytesOf(def.valueType) + 2);
    case 'array':
      return 2 + maximumOf(schema) * (bytesOf(def.element) + 1);
    case 'tuple':
      return def.items.reduce((sum, item) => sum + bytesOf(item) + 1, 2);
    case 'union':
      return Math.max(...def.options.map(bytesOf));
    case 'intersection':
      return bytesOf(def.left) + bytesOf(def.right);
    case 'pipe':
      return bytesOf(def.in);
    case 'lazy':
      return bytesOf(def.getter());
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return bytesOf(def.innerType);
    default:
      return smallBytes;
  }
}

/** Whether a text is a day or a moment, which its format limits. */
const isMoment = (def: object) => 'format' in def && (def.format === 'date' || def.format === 'datetime');

/** The most characters or elements that a schema allows. */
function maximumOf({ _zod }: z.core.$ZodType): number {
  const maxima = (_zod.def.checks ?? []).map((check) => {
    // The definitions of these checks have these fields.
    const def = check._zod.def as { check: string; maximum?: number; length?: number };
    return (def.check === 'max_length' || def.check === 'max_size' ? def.maximum : def.length) ?? Infinity;
  });
  return Math.min(Infinity, ...maxima);
}
