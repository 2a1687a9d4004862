import { z } from 'zod';
import type { FuzzRandom } from './hostile.ts';

import { anyOrder, type Memory } from './memory.ts';

/** The little of JSON Schema that the contract's schemas come to. */
interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

const schemas = new WeakMap<z.ZodType, Schema>();

/** How far from what the schema wants: not at all, in one place, or in every place that comes. */
export type Accuracy = 'valid' | 'almost' | 'wild';

/** A value for a schema of the contract, out of what is known. */
export function valueFor(zod: z.ZodType, accuracy: Accuracy, random: FuzzRandom, memory: Memory): unknown {
  let schema = schemas.get(zod);
  if (!schema) {
    // What toJSONSchema writes has these keys with these types; others are not looked at.
    schema = z.toJSONSchema(zod, { io: 'input', unrepresentable: 'any' }) as Schema;
    schemas.set(zod, schema);
  }
  const value = valid(schema, '', { random, memory, wildness: accuracy === 'wild' ? 0.4 : 0 });
  return accuracy === 'almost' ? spoiled(value, random) : value;
}

interface Making {
  random: FuzzRandom;
  memory: Memory;
  /** Chance that a place gets anything at all. */
  wildness: number;
}

function valid(schema: Schema, key: string, making: Making): unknown {
  const { random, memory, wildness } = making;
  if (random.chance(wildness)) return random.value();
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return valid(random.pick(schema.anyOf), key, making);
  if (key === 'price') return memory.pieces.any(random)?.price ?? 100;
  switch (schema.type) {
    case 'object':
      return validObject(schema, making);
    case 'array':
      return distinct(
        Array.from({ length: random.pick([0, 1, 1, 1, 1, 1, 2, 3]) }, () => valid(schema.items ?? {}, key, making)),
      );
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return random.pick([1, 1999, 2026, schema.minimum ?? 1, schema.maximum ?? 9]);
    case 'number':
      return random.pick([1, 12.5, schema.minimum ?? 0.01, schema.maximum ?? 100]);
    case 'null':
      return null;
    case 'string':
      return validText(schema, key, making);
    default:
      return random.value();
  }
}

function validObject({ properties = {}, required = [] }: Schema, making: Making): object {
  const { random, memory } = making;
  const value: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(properties))
    if (required.includes(key) || random.chance(0.45)) value[key] = valid(schema, key, making);
  // A checkout names today's price of its piece, a confirmation the pieces of its order.
  if ('listingId' in value && 'price' in value) {
    const piece = memory.pieces.any(random);
    if (piece) Object.assign(value, { listingId: piece.id, price: piece.price });
  }
  if ('orderDate' in properties) {
    const order = anyOrder(memory, random);
    if (order) Object.assign(value, { orderDate: order.date, listingIds: order.pieces });
  }
  if (random.chance(0.05))
    Object.assign(value, { isAdmin: true, id: 'mine', userId: 'other', price: 1, success: false });
  return value;
}

const plain: Readonly<Record<string, readonly string[]>> = {
  name: ['Anna Nguyen', 'Red River Moon', 'Zoë', '\u6f06'],
  newPassword: ['secret1', 'secret2'],
  currentPassword: ['secret1', 'wrong one'],
  token: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'x'],
  url: ['https://pictures.example/a.jpg'],
  device: ['a phone'],
};

function validText(schema: Schema, key: string, { random, memory }: Making): string {
  if (key === 'listingId' || key === 'listingIds') return memory.pieces.any(random)?.id ?? 'moon';
  if (key === 'orderId') return anyOrder(memory, random)?.id ?? 'LQ-0';
  if (key === 'email' || key === 'paypalEmail') return emailFor(random, memory);
  if (key === 'password') return 'secret1';
  if (key === 'images') return memory.media.any(random) ?? 'https://pictures.example/a.jpg';
  if (schema.format === 'date-time') return anyOrder(memory, random)?.date ?? '2026-03-01T00:00:00.000Z';
  if (schema.pattern?.startsWith('^[1-9]')) return String(random.pick([1, 2, 3, 50, 200, 201, 1_000_000, 9_999_999]));
  if (random.chance(0.1)) return 'x'.repeat(Math.min(schema.maxLength ?? 50, 20_000));
  return random.pick(plain[key] ?? ['Hội An', 'a few words', 'x']);
}

function emailFor(random: FuzzRandom, memory: Memory): string {
  const known = memory.actors.length > 0 ? random.pick(memory.actors).email : 'nobody@example.com';
  return random.pick([known, known.toUpperCase(), 'new@example.com', `n${random.below(1_000)}@example.com`]);
}

const distinct = (values: unknown[]) => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];

/** One place of it is not what it was. */
function spoiled(value: unknown, random: FuzzRandom): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    if (random.chance(0.2)) return [...value, value[0]];
    if (random.chance(0.1)) return Array.from({ length: 60 }, () => value[0]);
    const place = random.below(value.length);
    return value.map((one, index) => (index === place ? spoiled(one, random) : one));
  }
  if (typeof value === 'object' && value !== null && random.chance(0.9)) {
    const keys = Object.keys(value);
    if (keys.length === 0 || random.chance(0.05)) return { ...value, [random.text()]: random.value() };
    const chosen = random.pick(keys);
    if (random.chance(0.2)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== chosen));
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === chosen ? spoiled(one, random) : one]),
    );
  }
  if (typeof value === 'string') return random.chance(0.7) ? random.text() : random.value();
  if (typeof value === 'number') return random.chance(0.7) ? random.number() : random.value();
  return random.value();
}
