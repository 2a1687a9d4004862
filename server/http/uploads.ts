import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './handlers.ts';

/** The files of a multipart call under `field`, within the limits; other fields and other names are not kept. */
export async function readFiles(
  request: FastifyRequest,
  field: string,
  limits: { bytes: number; count: number },
): Promise<UploadedFile[] | 'too large' | 'too many'> {
  if (!request.isMultipart()) throw wrongMediaType();
  const files: UploadedFile[] = [];
  const parts = request.files({
    throwFileSizeLimit: false,
    limits: { fileSize: limits.bytes, files: limits.count + 1, fields: 20, fieldSize: 10_000 },
  });
  let verdict: 'too large' | 'too many' | null = null;
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
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) chunks.push(chunk);
    if (part.file.truncated) verdict = 'too large';
    else files.push({ name: part.filename, bytes: Buffer.concat(chunks) });
  }
  return verdict ?? files;
}

const wrongMediaType = () => Object.assign(new Error('not multipart'), { statusCode: 415 });
