import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * How the store answers. `refusing`: always 503; `cutting`: the connection ends without an answer; `hanging`: the connection stays open
 * without an answer; `faltering`: 503 once, then `well`; `stalling`: only the first half of a file is sent, and the connection stays open.
 */
export type Behaviour = 'well' | 'refusing' | 'cutting' | 'hanging' | 'faltering' | 'stalling';

/** A fake S3-compatible store with one bucket. It answers the requests that the shop makes, and checks signatures as real stores do. */
export interface FakeObjectStore {
  /** MEDIA_URL of a shop that keeps its pictures here. */
  readonly mediaUrl: string;
  behaviour: Behaviour;
  /** The requests so far, as `PUT hash/original.png`. */
  readonly asked: string[];
  /** Names of the objects, sorted. */
  objects(): Promise<string[]>;
  close(): Promise<void>;
}

const keys = { accessKeyId: 'the-shop', secretAccessKey: 'a secret/with+signs', bucket: 'lacquer', region: 'here-1' };

/** Opens a store whose objects are files in `directory`, which is created if it does not exist. */
export async function openObjectStore(directory: string): Promise<FakeObjectStore> {
  await mkdir(directory, { recursive: true });
  const server = createServer((request, answer) => {
    const [, bucket = '', name = ''] = /^\/([^/?]*)\/?([^?]*)/.exec(request.url ?? '') ?? [];
    store.asked.push(`${request.method} ${decodeURIComponent(name)}`);
    if (store.behaviour === 'hanging') return void request.resume();
    if (store.behaviour === 'cutting') return void request.destroy();
    const isBusy = store.behaviour === 'refusing' || store.behaviour === 'faltering';
    if (store.behaviour === 'faltering') store.behaviour = 'well';
    const refusal = isBusy ? (['503', 'SlowDown'] as const) : refusalOf(request, bucket);
    if (refusal) return void request.resume().once('end', () => sendFailure(answer, ...refusal));
    handle(request, answer, { directory, name: decodeURIComponent(name), behaviour: store.behaviour }).catch(
      (error: unknown) => {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
        if (isMissing && !answer.headersSent) sendFailure(answer, '404', 'NoSuchKey');
        else answer.destroy();
      },
    );
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  // The address is a string only for a pipe, and the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const secret = encodeURIComponent(keys.secretAccessKey);
  const store: FakeObjectStore = {
    mediaUrl: `s3://${keys.accessKeyId}:${secret}@127.0.0.1:${port}/${keys.bucket}?region=${keys.region}&tls=0`,
    behaviour: 'well',
    asked: [],
    objects: async () => (await readdir(directory)).map(decodeURIComponent).toSorted(),
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return store;
}

interface Wanted {
  directory: string;
  name: string;
  behaviour: Behaviour;
}

async function handle(
  request: IncomingMessage,
  answer: ServerResponse,
  { directory, name, behaviour }: Wanted,
): Promise<unknown> {
  if (name === '') return sendList(request, answer, directory);
  const place = join(directory, encodeURIComponent(name));
  if (request.method === 'PUT') {
    // The object exists only once it is complete, as in any store.
    const draft = `${directory}.${randomBytes(6).toString('hex')}`;
    await pipeline(request, createWriteStream(draft));
    await rename(draft, place);
    return answer.writeHead(200).end();
  }
  if (request.method === 'DELETE') {
    await rm(place, { force: true });
    return answer.writeHead(204).end();
  }
  const { size, mtime } = await stat(place);
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = from === undefined ? null : { start: Number(from), end: Math.min(Number(to), size - 1) };
  const length = part ? part.end - part.start + 1 : size;
  answer.writeHead(part ? 206 : 200, { 'Content-Length': length, 'Last-Modified': mtime.toUTCString() });
  if (behaviour === 'stalling' && request.method === 'GET' && size > 1)
    return pipeline(createReadStream(place, { end: Math.floor(size / 2) - 1 }), answer, { end: false });
  return request.method === 'HEAD' ? answer.end() : pipeline(createReadStream(place, part ?? {}), answer);
}

/** Few names on a page, so that a list of all objects needs several requests. */
const listedAtOnce = 5;

async function sendList(request: IncomingMessage, answer: ServerResponse, directory: string): Promise<void> {
  const { searchParams } = new URL(request.url ?? '', 'http://store');
  const prefix = searchParams.get('prefix') ?? '';
  const after = searchParams.get('continuation-token') ?? '';
  const names = (await readdir(directory)).map(decodeURIComponent).toSorted();
  const all = names.filter((name) => name.startsWith(prefix) && name > after);
  const page = all.slice(0, Math.min(listedAtOnce, Number(searchParams.get('max-keys') ?? listedAtOnce)));
  const contents = await Promise.all(
    page.map(async (name) => {
      const { size, mtime } = await stat(join(directory, encodeURIComponent(name)));
      return `<Contents><Key>${name}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size></Contents>`;
    }),
  );
  const more = all.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const body = `<IsTruncated>${more !== ''}</IsTruncated>${more}${contents.join('')}`;
  answer.writeHead(200, { 'Content-Type': 'application/xml' }).end(`<ListBucketResult>${body}</ListBucketResult>`);
}

/**
 * Why the store refuses a request; null if its bucket exists and its signature is right (AWS Signature Version 4,
 * docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
function refusalOf(request: IncomingMessage, bucket: string): readonly [status: string, code: string] | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, keyId, day = '', region = '', signed = '', signature] = form.exec(request.headers.authorization ?? '') ?? [];
  if (signature === undefined) return ['403', 'AccessDenied'];
  if (keyId !== keys.accessKeyId) return ['403', 'InvalidAccessKeyId'];
  if (region !== keys.region) return ['400', 'AuthorizationHeaderMalformed'];
  const url = new URL(request.url ?? '', 'http://store');
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted();
  const header = (name: string) => String(request.headers[name] ?? '');
  const headers = signed.split(';').map((name) => `${name}:${header(name)}\n`);
  const payload = header('x-amz-content-sha256');
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), signed, payload].join('\n');
  const scope = [day, region, 's3', 'aws4_request'];
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope.join('/'), hashed].join('\n');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`);
  if (hmac(key, toSign).toString('hex') !== signature) return ['403', 'SignatureDoesNotMatch'];
  return bucket === keys.bucket ? null : ['404', 'NoSuchBucket'];
}

function sendFailure(answer: ServerResponse, status: string, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  answer.writeHead(Number(status), { 'Content-Type': 'application/xml' }).end(body);
}
