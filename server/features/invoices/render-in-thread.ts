import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { OrderDetails } from '#contract/orders.ts';
import { ProcessKilled } from '#server/platform/failures.ts';
import type { Issuer } from '#server/platform/pdf/sheet.ts';
import type { CertificatePaper } from './certificate-pdf.ts';
import type { ConditionPaper } from './condition-pdf.ts';
import type { Invoice, IssuedNote } from './invoices.ts';
import type { Declaration, Parcel } from './parcel-papers.ts';

/** What a paper is rendered from. */
export type PaperContent = { issuer: Issuer } & (
  | { kind: 'invoice'; invoice: Invoice; order: OrderDetails }
  | { kind: 'adjustment note'; note: IssuedNote; order: OrderDetails }
  | { kind: 'packing slip'; parcel: Parcel }
  | { kind: 'customs'; declaration: Declaration }
  | { kind: 'certificate'; paper: CertificatePaper }
  | { kind: 'condition'; paper: ConditionPaper }
);

const reply = z.object({ id: z.number(), pdf: z.instanceof(Uint8Array).optional(), failure: z.string().optional() });

interface PendingPaper {
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
}

const pending = new Map<number, PendingPaper>();
let thread: Worker | null = null;
let lastId = 0;

/**
 * Renders a paper in a worker thread that all papers of the process share, so that it does not block other requests: opening
 * the fonts takes a tenth of a second, and each page some hundredths.
 */
export function renderInThread(content: PaperContent): Promise<Buffer> {
  lastId += 1;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  pending.set(lastId, { resolve, reject });
  thread ??= startThread();
  thread.postMessage({ id: lastId, ...content });
  return promise;
}

function startThread(): Worker {
  const started = new Worker(new URL('./rendering-thread.ts', import.meta.url), { execArgv: [], env: {} });
  // So the thread does not keep the process from exiting.
  started.unref();
  started.on('message', (message: unknown) => {
    const { id, pdf, failure } = reply.parse(message);
    const request = pending.get(id);
    pending.delete(id);
    if (pdf) request?.resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    else request?.reject(new Error(failure));
  });
  let failure = new Error('the thread that renders papers ended');
  started.on('error', (error: NodeJS.ErrnoException) => {
    const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    failure = isOutOfMemory ? new ProcessKilled('the thread that renders papers ran out of memory') : error;
  });
  started.on('exit', () => {
    // The next paper starts a new thread.
    if (thread === started) thread = null;
    for (const { reject } of pending.values()) reject(failure);
    pending.clear();
  });
  return started;
}
