import { z } from 'zod';
import { api, apiBase, endpointsByFeature } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { isRole } from '#contract/roles.ts';
import { version } from '#server/platform/version.ts';
import { type FailureStatus, failureResponses, failureSchemas, responseNames } from './openapi-failures.ts';
import { createSchemas, type Schemas } from './openapi-schemas.ts';

/** Returns the contract as an OpenAPI 3.1 document, made from the endpoint table. */
export function openApiDocument(shopName: string, publicUrl: string): object {
  const schemas = createSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, row] of Object.entries<Endpoint>(api)) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][row.method.toLowerCase()] = operationOf(name, row, schemas);
  }
  const failures = failureSchemas(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: `${shopName}: shop API`,
      version,
      description: 'Everything the shop’s own pages use.',
    },
    servers: [{ url: publicUrl + apiBase }],
    tags: Object.keys(endpointsByFeature).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The `token` that POST /auth answers.' },
      },
      schemas: { ...schemas.named(), ...failures },
      responses: failureResponses,
    },
  };
}

function operationOf(name: string, row: Endpoint, schemas: Schemas): object {
  return {
    operationId: name,
    summary: row.summary,
    tags: [tagOf(name)],
    ...accessOf(row),
    ...(row.confirmed && { 'x-confirmed': row.confirmed }),
    security: row.access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(row.params, 'path', schemas),
      ...parametersOf(row.query, 'query', schemas),
      ...(row.idempotent ? [idempotencyKey] : []),
      ...(row.cached ? [knownVersion] : []),
    ],
    ...requestBodyOf(row, schemas),
    responses: responsesOf(row, schemas),
  };
}

/** `x-role` is the least role that may call an endpoint for admins. */
function accessOf({ access }: Endpoint): object {
  return isRole(access) ? { 'x-access': 'admin', 'x-role': access } : { 'x-access': access };
}

function tagOf(name: string): string {
  const feature = Object.entries(endpointsByFeature).find(([, endpoints]) => name in endpoints)?.[0];
  if (!feature) throw new Error(`${name} is in no feature of contract/api.ts`);
  return feature;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key and body within 24 hours: nothing happens twice, and the answer is the same order as it is now.',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey },
};
const knownVersion = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of the answer that the client has: 304 while it is the same.',
  schema: { type: 'string' },
};

function requestBodyOf(row: Endpoint, schemas: Schemas): object {
  if (row.upload) {
    const { field, count } = row.upload;
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    const files = count === 1 ? file : { type: 'array', items: file, minItems: 1, maxItems: count };
    const schema = { type: 'object', required: [field], properties: { [field]: files } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (row.rawBody)
    return { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } };
  if (!row.body) return {};
  // An empty body is parsed as {}, so it is optional where no field is required.
  const required = !row.body.safeParse({}).success;
  return { requestBody: { required, content: { 'application/json': { schema: schemas.input(row.body) } } } };
}

function responsesOf(row: Endpoint, schemas: Schemas): Record<string, object> {
  const success = { description: 'Success', headers: successHeaders(row), content: contentOf(row, schemas) };
  return {
    [String(row.status ?? 200)]: success,
    ...(row.mayCreate && { 201: { ...success, description: 'Created' } }),
    ...(row.cached && { 304: { description: 'The client has it already', headers: { ETag: etag } } }),
    ...Object.fromEntries(failureStatuses(row).map((status) => [status, failureRef(responseNames[status])])),
    default: failureRef('Failure'),
  };
}

const failureRef = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** The statuses of an endpoint's failures: those that follow from its method and access, and those that only it has. */
function failureStatuses({ method, access, confirmed, refuses = [] }: Endpoint): FailureStatus[] {
  const statuses = new Set<FailureStatus>([400, 503, ...refuses]);
  if (access !== 'public') statuses.add(401);
  if (isRole(access) || confirmed) statuses.add(403);
  if (method !== 'GET') statuses.add(413).add(415);
  return [...statuses].sort((left, right) => left - right);
}

const etag = { required: true, schema: { type: 'string' } };

function successHeaders(row: Endpoint): Record<string, object> {
  const isFile = ['pdf', 'csv', 'file'].includes(String(row.reply)) || row.filename !== undefined;
  return {
    'Cache-Control': { required: true, schema: { type: 'string' } },
    ...(row.cached && { ETag: etag }),
    ...(isFile && { 'Content-Disposition': { required: true, schema: { type: 'string' } } }),
  };
}

function contentOf(row: Endpoint, schemas: Schemas): object {
  if (row.reply === 'pdf') return { 'application/pdf': {} };
  if (row.reply === 'csv') return { 'text/csv': { schema: { type: 'string' } } };
  if (row.reply === 'file')
    return {
      [row.contentType ?? 'application/octet-stream']: row.document ? { schema: schemas.output(row.document) } : {},
    };
  if (row.reply === 'events') {
    const description = 'Server-sent events; the data of each is a ListingEvent.';
    return { 'text/event-stream': { schema: { type: 'string', description } } };
  }
  if (row.reply === 'document')
    return { 'application/json': { schema: schemas.output(row.document ?? z.looseObject({})) } };
  return { 'application/json': { schema: schemas.output(successOf(row, row.reply)) } };
}

function successOf(row: Endpoint, reply: unknown): z.ZodType {
  if (reply instanceof z.ZodUnion) return z.union(reply.options.map((option) => successOf(row, option)));
  if (!(reply instanceof z.ZodObject)) throw new Error(`${row.path} does not return an object`);
  return z.object({ success: z.literal(true), ...reply.shape });
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', schemas: Schemas): object[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).map(([name, type]) => {
    return { name, in: place, required: place === 'path', schema: schemas.input(type) };
  });
}
