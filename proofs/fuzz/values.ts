import { z } from 'zod';
import type { FuzzRandom } from './hostile.ts';
import { anyOf, anyOrder, type Memory } from './memory.ts';

/** The parts of JSON Schema that the contract's schemas use. */
interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

const schemas = new WeakMap<z.ZodType, Schema>();

interface Making {
  random: FuzzRandom;
  memory: Memory;
  /** Probability that a place of the value gets something other than its schema wants. */
  wildness: number;
}

/** A value for a schema of the contract, with ids and prices from `memory`: mostly valid, or wrong in some or in many places. */
export function valueFor(zod: z.ZodType, random: FuzzRandom, memory: Memory): unknown {
  let schema = schemas.get(zod);
  if (!schema) {
    // toJSONSchema() writes these keys with these types; other keys are not read.
    schema = z.toJSONSchema(zod, { io: 'input', unrepresentable: 'any' }) as Schema;
    schemas.set(zod, schema);
  }
  return make(schema, '', { random, memory, wildness: random.pick([0, 0, 0, 0.2, 0.2, 0.5]) });
}

function make(schema: Schema, key: string, making: Making): unknown {
  const { random, memory, wildness } = making;
  if (random.chance(wildness)) {
    if (schema.type === 'string' && random.chance(0.7)) return random.text();
    return schema.type === 'number' && random.chance(0.7) ? random.number() : random.value();
  }
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return make(random.pick(schema.anyOf), key, making);
  if (key === 'price') return anyOf(memory.pieces, random)?.price ?? 100;
  switch (schema.type) {
    case 'object':
      return makeObject(schema, making);
    case 'array':
      return makeArray(schema, key, making);
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return random.pick([1, 1999, 2026, schema.minimum ?? 1, schema.maximum ?? 9]);
    case 'number':
      return random.pick([1, 12.5, schema.minimum ?? 0.01, schema.maximum ?? 100]);
    case 'null':
      return null;
    case 'string':
      return makeText(schema, key, making);
    default:
      return random.value();
  }
}

function makeObject({ properties = {}, required = [] }: Schema, making: Making): object {
  const { random, memory, wildness } = making;
  const value: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(properties))
    if (required.includes(key) ? !random.chance(wildness / 3) : random.chance(0.45))
      value[key] = make(schema, key, making);
  if (!random.chance(wildness)) {
    // A checkout names the current price of its piece, a confirmation the pieces of its order.
    const listing = anyOf(memory.pieces, random);
    if (listing && 'listingId' in value && 'price' in value)
      Object.assign(value, { listingId: listing.id, price: listing.price });
    const order = 'orderDate' in properties && anyOrder(memory, random);
    if (order) Object.assign(value, { orderDate: order.date, listingIds: order.pieces });
  }
  if (random.chance(0.05))
    Object.assign(value, { isAdmin: true, id: 'mine', userId: 'other', price: 1, success: false });
  return value;
}

/** An array without repetitions, or sometimes (`wildness`) the same value again and again. */
function makeArray({ items = {} }: Schema, key: string, making: Making): unknown[] {
  const { random, wildness } = making;
  const values = Array.from({ length: random.pick([0, 1, 1, 1, 1, 1, 2, 3]) }, () => make(items, key, making));
  if (random.chance(wildness)) return Array.from({ length: random.pick([2, 60]) }, () => values[0] ?? null);
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

const valid: Readonly<Record<string, readonly string[]>> = {
  name: ['Anna Nguyen', 'Red River Moon', 'Zoë', '\u6f06'],
  password: ['secret1'],
  newPassword: ['secret1', 'secret2'],
  currentPassword: ['secret1', 'wrong one'],
  token: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'x'],
  url: ['https://pictures.example/a.jpg'],
};

function makeText(schema: Schema, key: string, { random, memory }: Making): string {
  if (key === 'listingId' || key === 'listingIds') return anyOf(memory.pieces, random)?.id ?? 'moon';
  if (key === 'orderId') return anyOrder(memory, random)?.id ?? 'LQ-0';
  if (key === 'images') return anyOf(memory.media, random) ?? 'https://pictures.example/a.jpg';
  if (key === 'email' || key === 'paypalEmail') {
    const email = anyOf(memory.actors, random)?.email ?? 'nobody@example.com';
    return random.pick([email, email.toUpperCase(), 'new@example.com', `n${random.below(1_000)}@example.com`]);
  }
  if (schema.format === 'date-time') return anyOrder(memory, random)?.date ?? '2026-03-01T00:00:00.000Z';
  if (schema.pattern?.startsWith('^[1-9]')) return String(random.pick([1, 2, 3, 50, 200, 201, 1_000_000, 9_999_999]));
  const { [key]: fitting } = valid;
  if (!fitting && random.chance(0.1)) return 'x'.repeat(Math.min(schema.maxLength ?? 50, 20_000));
  return random.pick(fitting ?? ['Hội An', 'a few words', 'x']);
}
