import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { createPublishedContract } from '#server/testing/published-contract.ts';
import { openApiDocument } from './openapi.ts';

// The document as a client reads it. All server tests check their responses against it (server/testing/published-contract.ts).
const document = JSON.parse(JSON.stringify(openApiDocument('Shop', 'https://shop.test')));

describe('The OpenAPI document', () => {
  it('says who may call an endpoint', () => {
    expect(document.paths['/listings'].get.security).toEqual([]);
    expect(document.paths['/cart'].get.security).toEqual([{ session: [] }]);
    expect(Object.keys(document.paths['/admin/users'].get.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '503',
      'default',
    ]);
  });

  it('describes parameters and bodies', () => {
    const parameters: { name: string; schema: object }[] = document.paths['/listings'].get.parameters;
    const pageSize = parameters.find(({ name }) => name === 'pageSize');
    expect(pageSize?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 200 });
    expect(document.paths['/orders/checkout'].post.parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }),
    );
    expect(document.paths['/user/profile'].put.requestBody.required).toBe(false);
    expect(document.paths['/contact'].post.requestBody.required).toBe(true);
  });

  it('describes failures, headers and documents', () => {
    expect(Object.keys(document.paths['/auth'].post.responses)).toEqual(
      expect.arrayContaining(['200', '201', '401', '404', '409', '429']),
    );
    expect(document.components.responses.TooMany.headers).toHaveProperty('Retry-After');
    expect(document.components.schemas.Conflict.properties).toHaveProperty('unavailable');
    const records = document.paths['/user/export'].get.responses['200'].content['application/json'].schema;
    expect(records.required).toEqual([
      'exportedAt',
      'profile',
      'sessions',
      'secondFactor',
      'orders',
      'cart',
      'saved',
      'offers',
      'conditionReports',
      'waiting',
      'alerts',
      'enquiries',
    ]);
  });

  it('has schemas that a validator accepts, also for bodies and parameters', () => {
    const validator = new Ajv2020({ strict: false });
    addFormats.default(validator);
    validator.addSchema(document, 'document');
    const found = schemasIn(document, '#');
    expect(found.length).toBeGreaterThan(100);
    for (const pointer of found) expect(validator.getSchema(`document${pointer}`), pointer).toBeTypeOf('function');
  });
});

describe('The check of responses against the document', () => {
  const { check } = createPublishedContract(document);
  const answer = (status: number, body: object, headers: Record<string, string> = {}) => ({
    method: 'GET',
    path: '/api/health?x=1',
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache', ...headers },
    raw: Buffer.from(JSON.stringify(body)),
  });
  const healthy = { success: true, database: 'sqlite', version: '0.9.0' };
  const failure = { success: false, message: 'No', requestId: 'abc' };

  it('accepts described responses', () => {
    check(answer(200, healthy));
    check(answer(503, failure, { 'retry-after': '2' }));
    check({ ...answer(404, failure), path: '/api/nothing' });
  });

  it.each([
    ['an additional field', answer(200, { ...healthy, secret: 1 })],
    ['a missing field', answer(200, { success: true })],
    ['an undescribed status', answer(404, failure)],
    ['a failure of another shape', answer(503, { ...failure, stack: 'at' }, { 'retry-after': '2' })],
    ['a missing header', answer(503, failure)],
    ['another media type', answer(200, healthy, { 'content-type': 'text/html' })],
    ['a page at an unknown path of the API', { ...answer(404, {}), path: '/api', raw: Buffer.from('<html>') }],
  ])('refuses %s', (_name, answered) => {
    expect(() => check(answered)).toThrow(/./);
  });
});

/** JSON pointers to every component schema and every value of a `schema` key. */
function schemasIn(value: unknown, pointer: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    return key === 'schema' || pointer === '#/components/schemas' ? [at] : schemasIn(inner, at);
  });
}
