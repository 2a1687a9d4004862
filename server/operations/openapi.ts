import { z } from 'zod';
import { api, apiBase } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** The contract as an OpenAPI 3.1 document, made from the endpoint table. */
export function openApiDocument(shopName: string, publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, row] of Object.entries<Endpoint>(api)) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][row.method.toLowerCase()] = operationOf(name, row);
  }
  return {
    openapi: '3.1.0',
    info: { title: `${shopName}: shop API`, version: '1.0.0' },
    servers: [{ url: publicUrl + apiBase }],
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failure },
    },
    paths,
  };
}

const failure = {
  type: 'object',
  required: ['success', 'message', 'requestId'],
  properties: {
    success: { const: false },
    message: { type: 'string' },
    requestId: { type: 'string' },
    issues: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

function operationOf(name: string, row: Endpoint): object {
  return {
    operationId: name,
    summary: row.summary,
    'x-access': row.access,
    ...(row.access === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [
      ...parametersOf(row.params, 'path'),
      ...parametersOf(row.query, 'query'),
      ...(row.idempotent ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }] : []),
    ],
    ...requestBodyOf(row),
    responses: {
      [String(row.status ?? 200)]: { description: 'Success', content: contentOf(row) },
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

function requestBodyOf(row: Endpoint): object {
  if (row.upload) {
    const files = { type: 'array', items: { type: 'string', format: 'binary' } };
    const schema = { type: 'object', properties: { [row.upload.field]: files } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!row.body) return {};
  return {
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(row.body, 'input') } } },
  };
}

function contentOf(row: Endpoint): object {
  if (row.reply === 'pdf') return { 'application/pdf': {} };
  if (row.reply === 'events') return { 'text/event-stream': {} };
  if (row.reply === 'document') return { 'application/json': { schema: { type: 'object' } } };
  const success = { type: 'object', required: ['success'], properties: { success: { const: true } } };
  return { 'application/json': { schema: { allOf: [success, jsonSchema(row.reply, 'output')] } } };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: jsonSchema(type, 'input'),
  }));
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
