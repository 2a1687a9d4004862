import { z } from 'zod';
import { api, apiBase } from '#contract/api.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { bodyLimitOf } from '#server/platform/http/body-limits.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { filledBody } from './filled-body.ts';
import { harmlessDocument, harmlessLike, type WorstText, worstDocuments, worstTexts } from './worst-bytes.ts';
import { worstDrawings, worstPictures, worstPieces, worstStatements } from './worst-files.ts';

/** A request. `half`: the connection ends after half of its body. */
export interface Sent {
  method: string;
  target: string;
  access: Access;
  headers: Record<string, string>;
  body?: Buffer;
  half?: true;
}

/** A request with the worst bytes of a kind, and one of the same size without anything special. */
export interface CostCase {
  what: string;
  hostile(): Sent;
  harmless(): Sent;
  /** Cases with the same key have the same harmless request. */
  harmlessKey: string;
  /** The status that the answer must have; any below 500 if it is absent. */
  wanted?: number;
}

/** What is sent where. `fileBytes`: the size of uploaded files. */
export interface CaseOptions {
  /** Ids of a listing and of an order that exist. */
  ids: { listing: string; order: string };
  fileBytes: number;
}

const megabyte = 1_048_576;
/** Node refuses heads of more than 16 KiB. */
const headBytes = 12_000;
const json = { 'content-type': 'application/json' };

/** What is sent to one endpoint. */
function casesOf(name: string, row: Endpoint, { ids, fileBytes }: CaseOptions): CostCase[] {
  const target = apiBase + row.path.replace(/:(\w+)/g, (_, parameter: string) => idFor(parameter, row.path, ids));
  const to = (more: Partial<Sent>): Sent => ({ method: row.method, target, access: row.access, headers: {}, ...more });
  const takesBody = row.method !== 'GET' && !row.upload;
  return [
    ...(takesBody ? bodyCases(name, row, (body) => to({ headers: json, body: Buffer.from(body) })) : []),
    ...(row.upload ? uploadCases(name, row.upload.field, fileBytes, (form) => to(form)) : []),
    ...headCases(name, row, to),
  ];
}

/** Pages and files are asked for like endpoints. */
const pageCases = ({ ids }: CaseOptions): CostCase[] =>
  [
    ...['/', '/collection', '/collection/wall', '/collection.data', '/artists', '/vi/collection', '/verify', '/oembed'],
    ...[
      `/product/${ids.listing}`,
      '/media/x.webp',
      '/iiif/image/x/info.json',
      '/feed.xml',
      '/alerts/confirm',
      '/nothing',
    ],
  ].flatMap((path) => {
    const row: Endpoint = {
      method: 'GET',
      path: `/${path.slice(1)}`,
      access: 'public',
      summary: '',
      query: pageQuery,
      reply: 'file',
    };
    return headCases(path, row, (more) => ({ method: 'GET', target: path, access: 'public', headers: {}, ...more }));
  });

const pageQuery = z.object(
  Object.fromEntries(
    ['q', 'artist', 'series', 'medium', 'price-from', 'page', 'piece', 'size', 'number', 'url', 'token', '_routes'].map(
      (name) => [name, z.string()],
    ),
  ),
);

const periods: Readonly<Record<string, string>> = { period: 'day', language: 'vi', kind: 'listing' };

function idFor(parameter: string, path: string, ids: CaseOptions['ids']): string {
  if (/^\/admin\/products|^\/listings|^\/admin\/listings/.test(path) && parameter === 'id') return ids.listing;
  if (/\/orders\//.test(path) && parameter === 'id') return ids.order;
  return periods[parameter] ?? 'nothing-has-this';
}

function bodyCases(name: string, row: Endpoint, send: (body: string) => Sent): CostCase[] {
  const limit = bodyLimitOf(row);
  const harmless = () => send(harmlessDocument(limit));
  const filled = ({ what, of }: WorstText): CostCase | null =>
    row.body
      ? {
          what: `${what} in every field of ${name}`,
          harmlessKey: `${name} filled with ${Buffer.byteLength(of(1_000))}`,
          hostile: () => send(filledBody(row, of, limit) ?? ''),
          harmless: () => send(filledBody(row, (length) => harmlessLike(of(length)), limit) ?? ''),
        }
      : null;
  return [
    ...worstTexts.flatMap((text) => filled(text) ?? []),
    ...worstTexts.map(({ what, of }) => ({
      what: `${what} to the limit of ${name}`,
      harmlessKey: name,
      hostile: () => send(inField(of, limit)),
      harmless,
    })),
    ...worstDocuments.map(({ what, of }) => ({
      what: `${what} to the limit of ${name}`,
      harmlessKey: name,
      hostile: () => send(of(limit)),
      harmless,
    })),
    { what: `half a body to ${name}`, harmlessKey: name, hostile: () => ({ ...harmless(), half: true }), harmless },
    {
      what: `${limit < megabyte ? '1 MiB' : 'more than 1 MiB'} to ${name}`,
      harmlessKey: name,
      hostile: () => send(inField(worstTexts[0]?.of ?? String, limit < megabyte ? megabyte : megabyte + 1, 'whole')),
      harmless,
      wanted: 413,
    },
  ];
}

/** A document of at most so many bytes with a text in one field that no endpoint knows. */
function inField(of: WorstText['of'], bytes: number, length?: 'whole'): string {
  const sample = JSON.stringify(of(1_000));
  const text = of(Math.floor((bytes - 20) / (Buffer.byteLength(sample) / 1_000)));
  const document = JSON.stringify({ x: text });
  return length === 'whole' ? document.padEnd(bytes) : document;
}

const files = {
  uploadStatement: worstStatements,
  readImport: worstPieces,
  uploadLogo: worstDrawings,
} as const;

function uploadCases(
  name: string,
  field: string,
  bytes: number,
  to: (form: Pick<Sent, 'headers' | 'body'>) => Sent,
): CostCase[] {
  const kinds = name in files ? files[name as keyof typeof files] : worstPictures;
  const form = (file: string, filename = 'a.csv') => to(filesBody(field, { name: filename, bytes: Buffer.from(file) }));
  const small = 'a,b\n1,2\n';
  return [
    ...kinds.flatMap((kind) =>
      worstTexts.map(({ what, of }) => ({
        what: `${what} in ${kind.what} to ${name}`,
        harmlessKey: `${name} ${kind.what} ${Buffer.byteLength(of(1_000))}`,
        hostile: () => form(kind.of(of, bytes - 1_000)),
        harmless: () => form(kind.of((length) => harmlessLike(of(length)), bytes - 1_000)),
      })),
    ),
    ...worstTexts.map(({ what, of }) => ({
      what: `${what} in the name of a file to ${name}`,
      harmlessKey: `${name} with a name`,
      hostile: () => form(small, of(4_000)),
      harmless: () => form(small, 'a'.repeat(8_000)),
    })),
    ...manyParts(field, bytes).map(([what, body]) => ({
      what: `${what} to ${name}`,
      harmlessKey: `${name} with nothing else`,
      hostile: () => to(body()),
      harmless: () => form('a'.repeat(bytes)),
    })),
    {
      what: `half a file to ${name}`,
      harmlessKey: `${name} with nothing else`,
      hostile: () => ({ ...form('a'.repeat(bytes)), half: true }),
      harmless: () => form('a'.repeat(bytes)),
    },
  ];
}

const manyParts = (field: string, bytes: number): readonly [string, () => Pick<Sent, 'headers' | 'body'>][] => {
  const boundary = 'b';
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const part = (disposition: string, content = '') =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${content}`;
  const whole = (text: string) => ({ headers, body: Buffer.from(`${text}\r\n--b--\r\n`) });
  const fill = (unit: string) => unit.repeat(bytes / unit.length);
  return [
    ['thousands of files', () => whole(fill(`${part(`name="${field}"; filename="a"`)}\r\nx\r\n`))],
    ['thousands of fields', () => whole(fill(`${part('name="x"')}\r\nx\r\n`))],
    ['a part with nothing but headers', () => whole(part('name="x"', fill('X: y\r\n')))],
    [
      'a file of boundaries that are not whole',
      () => whole(`${part(`name="${field}"; filename="a"`)}\r\n${fill('\r\n--')}`),
    ],
  ];
};

/** Worst texts in the path, in each parameter of the query, and in headers. */
function headCases(name: string, { path, query }: Endpoint, to: (more: Partial<Sent>) => Sent): CostCase[] {
  const inTarget = (place: string, targetOf: (value: (share: number) => string) => string): CostCase[] =>
    worstTexts.map(({ what, of }) => {
      const value = (share: number) => encodeURIComponent(of(headBytes / 9 / share).toWellFormed());
      return {
        what: `${what} in the ${place} of ${name}`,
        harmlessKey: `${name} ${place} ${value(1).length}`,
        hostile: () => to({ target: targetOf(value) }),
        harmless: () => to({ target: targetOf((share) => 'a'.repeat(value(share).length)) }),
      };
    });
  const parameters = query instanceof z.ZodObject ? [...Object.keys(query.shape), 'x'] : ['x'];
  const plain = to({}).target;
  const beforeLast = apiBase + path.slice(0, path.lastIndexOf(':')).replace(/:\w+/g, 'a');
  return [
    ...inTarget(
      'query',
      (value) => `${plain}?${parameters.map((one) => `${one}=${value(parameters.length)}`).join('&')}`,
    ),
    ...(path.includes(':')
      ? inTarget('path', (value) => `${beforeLast}${value(1)}${path.slice(path.lastIndexOf(':')).replace(/:\w+/, '')}`)
      : []),
    ...worstHeaders.map(([header, value]) => ({
      what: `${header} to ${name}`,
      harmlessKey: `${name} with a header`,
      hostile: () => to({ headers: { [header]: value } }),
      harmless: () => to({ headers: { 'x-long': 'a'.repeat(headBytes) } }),
    })),
  ];
}

const filled = (unit: string) => unit.repeat(headBytes / unit.length);
const worstHeaders: readonly [string, string][] = [
  ['accept-language', filled('vi;q=0.1,')],
  ['accept-encoding', filled('br;q=0.1,')],
  ['if-none-match', filled('"a", ')],
  ['cookie', filled('known_device=a; ')],
  ['authorization', `Bearer ${filled('a.')}`],
  ['range', `bytes=${filled('0-1,')}`],
  ['idempotency-key', filled('k')],
  ['x-forwarded-for', filled('1.1.1.1, ')],
  ['content-type', `multipart/form-data; ${filled('a="\\";')}`],
];

/** Everything that is sent, in the order of the endpoints. */
export const allCases = (options: CaseOptions): CostCase[] => [
  ...Object.entries<Endpoint>(api).flatMap(([name, row]) =>
    row.reply === 'events' ? [] : casesOf(name, row, options),
  ),
  ...pageCases(options),
];
