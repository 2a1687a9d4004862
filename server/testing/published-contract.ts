import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiBase } from '#contract/api.ts';

/** The parts of an OpenAPI document that the check reads. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

interface Response {
  $ref?: string;
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { schema?: object }>;
}

export interface CheckedResponse {
  method: string;
  path: string;
  status: number;
  headers: Readonly<Record<string, unknown>>;
  raw: Buffer;
}

export interface PublishedContract {
  /** Throws where a response differs from the document in status, headers, media type or body. */
  check(response: CheckedResponse): void;
}

/** Statuses that the document describes as `default`: malformed requests and defects of the server. */
const defaultStatuses = new Set([408, 417, 431, 500]);

/** Returns a check against this document. Schemas are compiled on first use. */
export function createPublishedContract(document: OpenApiDocument): PublishedContract {
  const validator = new Ajv2020({ strict: false });
  addFormats.default(validator);
  validator.addSchema(document, 'contract');
  const operations = operationsOf(document);

  function checkBody(where: string, pointer: string, raw: Buffer): void {
    const validate = validator.getSchema(`contract${pointer}`);
    if (!validate) throw new Error(`${where}: the document has no schema at ${pointer}`);
    if (!validate(JSON.parse(raw.toString())))
      throw new Error(`${where}: the body breaks ${pointer}: ${validator.errorsText(validate.errors)}`);
  }

  return {
    check(checked) {
      const { method, status, headers, raw } = checked;
      const path = checked.path.split('?')[0] ?? '';
      if (method === 'HEAD' || !/^\/api(\/|$)/.test(path)) return;
      const where = `${method} ${path} answered ${status}`;
      const operation = operations.find((known) => known.method === method && known.pattern.test(path));
      if (!operation)
        return checkBody(where, `#/components/schemas/${status === 400 ? 'InvalidInput' : 'Failure'}`, raw);
      const key = defaultStatuses.has(status) ? 'default' : String(status);
      const { pointer, response } = find(document, operation, key, where);
      checkHeaders(where, response, headers);
      const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
      if (!response.content && raw.length === 0) return;
      if (!response.content || !(type in response.content)) throw new Error(`${where} with media type ${type}`);
      if (type === 'application/json') checkBody(where, `${pointer}/content/application~1json/schema`, raw);
    },
  };
}

interface Operation {
  method: string;
  pattern: RegExp;
  pointer: string;
  responses: Record<string, Response>;
}

/** All operations, those of paths without parameters first. */
function operationsOf({ paths }: OpenApiDocument): Operation[] {
  const templates = Object.keys(paths).sort((left, right) => left.split('{').length - right.split('{').length);
  return templates.flatMap((template) =>
    Object.entries(paths[template] ?? {}).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${apiBase}${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      pointer: `#/paths/${template.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}`,
      responses,
    })),
  );
}

function find(document: OpenApiDocument, { pointer, responses }: Operation, key: string, where: string) {
  const response = responses[key];
  if (!response) throw new Error(`${where}: the endpoint's row in contract/ does not name it in \`refuses\``);
  if (!response.$ref) return { pointer: `${pointer}/responses/${key}`, response };
  const shared = document.components.responses[response.$ref.split('/').at(-1) ?? ''];
  if (!shared) throw new Error(`${where}: the document has no ${response.$ref}`);
  return { pointer: response.$ref, response: shared };
}

function checkHeaders(where: string, { headers = {} }: Response, answered: CheckedResponse['headers']): void {
  for (const [name, { required }] of Object.entries(headers))
    if (required && answered[name.toLowerCase()] === undefined) throw new Error(`${where} without ${name}`);
}
