import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Shop } from '#server/shop.ts';
import { allowUploadTime } from './bodies.ts';
import type { UploadedFile } from './handlers.ts';

/** Parts of any kind in one call: whoever sends more than this is no browser with a form. */
const partsAtMost = 200;

type Verdict = 'no form' | 'too large' | 'too many';

/**
 * The files of a multipart call under `field`, each written to the disk as it comes, within the limits; other fields and other
 * names are read over. Where it refuses or throws, nothing of them is left.
 */
export async function readFiles(
  request: FastifyRequest,
  field: string,
  limits: { bytes: number; count: number },
  disk: Pick<Shop['media'], 'receive' | 'discard'>,
): Promise<UploadedFile[] | Verdict> {
  if (!request.isMultipart()) return 'no form';
  allowUploadTime(request);
  const files: UploadedFile[] = [];
  const discardAll = () => Promise.all(files.map((file) => disk.discard(file)));
  try {
    const verdict = await receiveFiles(request, field, limits, disk, files);
    if (verdict) await discardAll();
    return verdict ?? files;
  } catch (error) {
    await discardAll();
    // What is still on its way is read over, so that the sender gets to read the answer.
    request.raw.unpipe();
    request.raw.resume();
    if (isOverLimit(error)) return 'too many';
    throw isMalformed(error) ? httpError(400) : error;
  }
}

/** Fills `files`; a verdict once one is reached, after what comes behind it was read over. */
async function receiveFiles(
  request: FastifyRequest,
  field: string,
  limits: { bytes: number; count: number },
  disk: Pick<Shop['media'], 'receive'>,
  files: UploadedFile[],
): Promise<Verdict | null> {
  let verdict: Verdict | null = null;
  const parts = request.files({
    throwFileSizeLimit: false,
    limits: { fileSize: limits.bytes, files: partsAtMost, parts: partsAtMost, fields: 20, fieldSize: 10_000 },
  });
  for await (const part of parts) {
    if (part.fieldname !== field || verdict) {
      part.file.resume();
      continue;
    }
    if (files.length === limits.count) {
      verdict = 'too many';
      part.file.resume();
      continue;
    }
    files.push({ name: part.filename, ...(await disk.receive(part.file)) });
    if (part.file.truncated) verdict = 'too large';
  }
  return verdict;
}

const isOverLimit = (error: unknown) => error instanceof Error && 'statusCode' in error && error.statusCode === 413;

/** The parser throws bare errors for what ends too early or is no multipart at all; the disk's have a code. */
const isMalformed = (error: unknown) =>
  error instanceof Error && error.constructor === Error && !('code' in error || 'statusCode' in error);

const httpError = (statusCode: number) => Object.assign(new Error('the parts cannot be read'), { statusCode });
