import { z } from 'zod';
import { ownSession, profile, user } from '#contract/accounts.ts';
import { auditEntry } from '#contract/audit.ts';
import { cartItem } from '#contract/cart.ts';
import { image, listing, listingEvent } from '#contract/catalog.ts';
import { adminHold, unavailableListing } from '#contract/checkout.ts';
import { enquiry } from '#contract/enquiries.ts';
import { order, orderDetails, orderItem } from '#contract/orders.ts';
import { richBlock, richSpan } from '#contract/rich-text.ts';

type JsonSchema = Record<string, unknown>;

/** Converts the contract's schemas to JSON Schema. Named schemas are described once and referenced. */
export interface Schemas {
  /** Schema of a request. */
  input(schema: z.core.$ZodType): JsonSchema;
  /** Schema of a response: no fields but those it names. */
  output(schema: z.core.$ZodType): JsonSchema;
  /** All named schemas, for `components.schemas`. */
  named(): JsonSchema;
}

const names: Readonly<Record<string, z.ZodType>> = {
  AuditEntry: auditEntry,
  CartItem: cartItem,
  Enquiry: enquiry,
  Hold: adminHold,
  Image: image,
  Listing: listing,
  ListingEvent: listingEvent,
  Order: order,
  OrderDetails: orderDetails,
  OrderItem: orderItem,
  Profile: profile,
  RichTextBlock: richBlock,
  RichTextSpan: richSpan,
  Session: ownSession,
  UnavailablePiece: unavailableListing,
  User: user,
};

export function createSchemas(): Schemas {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(names)) registry.add(schema, { id });
  const output = (schema: z.core.$ZodType) => {
    const { $schema, $defs, ...rest } = z.toJSONSchema(schema, {
      io: 'output',
      unrepresentable: 'any',
      metadata: registry,
    });
    return referToComponents(rest);
  };
  return {
    output,
    input(schema) {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      // A number in a query is parsed from text, and zod copies the pattern of that text.
      if (rest.type === 'integer') delete rest.pattern;
      return rest;
    },
    named() {
      const { schemas } = z.toJSONSchema(registry, { io: 'output', uri: (id) => components + id });
      return Object.fromEntries(Object.entries(schemas).map(([name, { $schema, $id, ...rest }]) => [name, rest]));
    },
  };
}

const components = '#/components/schemas/';

function referToComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${components}`));
}
