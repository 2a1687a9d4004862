import type { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type FailureCode, type Refusal, refuse } from '#contract/errors.ts';
import { allowUploadTime } from './bodies.ts';
import type { Call, UploadedFile } from './handlers.ts';
import { RequestRefused } from './refusals.ts';

/** Maximum number of parts in one call, of any kind. No form of the shop comes near it. */
const maximumParts = 200;

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
    // The rest of the body is read and dropped, so that the client can read the response.
    request.raw.unpipe();
    request.raw.resume();
    if (isOverLimit(error)) return 'too many';
    throw isMalformed(error) ? httpError(400) : error;
  }
}

/** Adds received files to `files`. Returns a refusal, after the rest of the body was read, or null. */
async function receiveFiles(
  request: FastifyRequest,
  field: string,
  limits: { bytes: number; count: number },
  storage: Pick<UploadStorage, 'receive'>,
  files: UploadedFile[],
): Promise<UploadRefusal | null> {
  let refusal: UploadRefusal | null = null;
  const parts = request.files({
    throwFileSizeLimit: false,
    limits: { fileSize: limits.bytes, files: maximumParts, parts: maximumParts, fields: 20, fieldSize: 10_000 },
  });
  for await (const part of parts) {
    if (part.fieldname !== field || refusal) {
      part.file.resume();
      continue;
    }
    if (files.length === limits.count) {
      refusal = 'too many';
      part.file.resume();
      continue;
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
