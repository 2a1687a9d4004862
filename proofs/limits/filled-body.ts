import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

/** The parts of JSON Schema that the contract's schemas use. */
interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
}

/** How many times its maximum a text may be long before it is refused unread (contract/text.ts). */
const rawFactor = 4;
/** Characters of a text whose maximum the schema does not say. */
const unlimited = 20_000;

/**
 * A body of the endpoint's shape, with a text in every field that takes one, as long as the server reads at all, in lists that are as long
 * as `bytes` allow. Null for an endpoint without a body.
 */
export function filledBody({ body }: Endpoint, textOf: (length: number) => string, bytes: number): string | null {
  if (!body) return null;
  // toJSONSchema() writes these keys with these types; other keys are not read.
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema;
  let left = bytes - 200;
  const text = (most: number): string => {
    const value = textOf(Math.max(3, Math.min(most * rawFactor, Math.floor(left / 3))));
    left -= Buffer.byteLength(JSON.stringify(value));
    return value;
  };
  const fill = (part: Schema): unknown => {
    left -= 10;
    if (part.const !== undefined) return part.const;
    if (part.enum) return part.enum[0];
    const [first, ...others] = part.anyOf ?? part.allOf ?? [];
    if (first && part.allOf) return Object.assign({}, ...[first, ...others].map(fill));
    if (first) return fill([first, ...others].find(({ type }) => type !== 'null') ?? first);
    if (part.type === 'object') return fillObject(part);
    if (part.type === 'array') return fillArray(part);
    if (part.type === 'string')
      return part.format?.startsWith('date') ? '2026-01-01' : text(part.maxLength ?? unlimited);
    if (part.type === 'boolean') return true;
    return part.type === 'null' ? null : Math.max(1, part.minimum ?? 1);
  };
  const fillObject = ({ properties, additionalProperties }: Schema): object => {
    const named = Object.entries(properties ?? {}).map(([name, part]) => [name, left > 0 ? fill(part) : null]);
    const more = typeof additionalProperties === 'object' ? [[text(50), fill(additionalProperties)]] : [];
    return Object.fromEntries([...named, ...more]);
  };
  const fillArray = ({ items = {}, prefixItems, maxItems = 1_000 }: Schema): unknown[] => {
    if (prefixItems) return prefixItems.map(fill);
    const values: unknown[] = [];
    while (values.length < maxItems && (values.length === 0 || left > 0)) values.push(fill(items));
    return values;
  };
  return JSON.stringify(fill(schema));
}
