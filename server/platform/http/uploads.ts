import type { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type FailureCode, type Refusal, refuse } from '#contract/errors.ts';
import { allowUploadTime } from './bodies.ts';
import type { Call, UploadedFile } from './handlers.ts';
import { RequestRefused } from './refusals.ts';

/** Maximum number of parts in one call, of any kind. No form of the shop comes near it. */
const maximumParts = 50;

/** Stores uploaded files until they are used or discarded. */
export interface UploadStorage {
  receive(content: Readable): Promise<{ path: string; size: number; hash: string }>;
  discard(file: { path: string }): Promise<void>;
}

type UploadRefusal = 'no form' | 'too large' | 'too many';

interface OneFile {
  files: Call<Endpoint>['files'];
  /** The size that it may have at most. */
  bytes: number;
  /** The refusal of a larger file. */
  tooLarge: FailureCode;
  storage: Pick<UploadStorage, 'discard'>;
}

/** Runs `work` with the only file of a call, and discards it afterwards. Refused: no form, no file or several, a larger one. */
export async function withOneFile<Result>(
  { files, bytes, tooLarge, storage }: OneFile,
  work: (file: UploadedFile) => Promise<Result>,
): Promise<Result | Refusal> {
  const uploaded = await files({ bytes, count: 1 });
  if (uploaded === 'no form') return refuse('formNeeded');
  if (uploaded === 'too large') return refuse(tooLarge);
  const [file] = uploaded === 'too many' ? [] : uploaded;
  if (!file) return refuse('noFile');
  try {
    return await work(file);
  } finally {
    await storage.discard(file);
  }
}

/** Returns the refusal of a caller who has lost the access since the headers arrived, or null. */
export type CheckAccess = (request: FastifyRequest) => Promise<Refusal | null>;

/**
 * Returns the files of a multipart call in `field`, each streamed to the disk, or why they are refused. Other fields are
 * ignored. Throws if the caller has lost the access while they arrived. Where it refuses or throws, no file is left on the disk.
 */
export async function readFiles(
  request: FastifyRequest,
  {
    field,
    limits,
    storage,
    checkAccess,
  }: { field: string; limits: { bytes: number; count: number }; storage: UploadStorage; checkAccess: CheckAccess },
): Promise<UploadedFile[] | UploadRefusal> {
  if (!request.isMultipart()) return 'no form';
  allowUploadTime(request);
  const files: UploadedFile[] = [];
  const discardAll = () => Promise.all(files.map((file) => storage.discard(file)));
  try {
    const refusal = await receiveFiles(request, field, limits, storage, files);
    const lost = await checkAccess(request);
    if (lost) throw new RequestRefused(lost);
    if (refusal) await discardAll();
    return refusal ?? files;
  } catch (error) {
    await discardAll();
    dropRest(request);
    if (isOverLimit(error)) return 'too many';
    throw isMalformed(error) ? httpError(400) : error;
  }
}

/** Reads the rest of the body without parsing it, so that the client can read the response. */
function dropRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** Adds received files to `files`. Returns a refusal, or null. */
async function receiveFiles(
  request: FastifyRequest,
  field: string,
  limits: { bytes: number; count: number },
  storage: Pick<UploadStorage, 'receive'>,
  files: UploadedFile[],
): Promise<UploadRefusal | null> {
  let refusal: UploadRefusal | null = null;
  let begun = 0;
  const mostRead = maximumParts + 1;
  const parts = request.files({
    throwFileSizeLimit: false,
    // Called for each part. The parser itself only skips surplus parts, which takes as long as reading them.
    isPartAFile: (_field, type, name) => {
      begun += 1;
      if (begun > maximumParts) dropRest(request);
      return type === 'application/octet-stream' || name !== undefined;
    },
    limits: { fileSize: limits.bytes, files: mostRead, parts: mostRead, fields: 20, fieldSize: 10_000 },
  });
  for await (const part of parts) {
    // The rest was dropped, perhaps within this part.
    if (begun > maximumParts) return 'too many';
    if (part.fieldname !== field || refusal) {
      part.file.resume();
      continue;
    }
    if (files.length === limits.count) {
      part.file.resume();
      dropRest(request);
      return 'too many';
    }
    files.push({ name: part.filename, ...(await storage.receive(part.file)) });
    if (part.file.truncated) refusal = 'too large';
  }
  return refusal;
}

const isOverLimit = (error: unknown) => error instanceof Error && 'statusCode' in error && error.statusCode === 413;

/** For malformed multipart bodies the parser throws plain errors without a code. Errors of the disk have one. */
const isMalformed = (error: unknown) =>
  error instanceof Error && error.constructor === Error && !('code' in error || 'statusCode' in error);

const httpError = (statusCode: number) => Object.assign(new Error('the parts cannot be read'), { statusCode });
