import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { OrderDetails } from '#contract/orders.ts';
import { DatabaseAway } from '#server/database/failures.ts';
import type { Issuer } from './invoice-pdf.ts';
import type { Invoice } from './invoices.ts';

/** What the thread is sent, besides the number that its answer carries. */
export interface PrintOrder {
  issuer: Issuer;
  invoice: Invoice;
  order: OrderDetails;
}

const reply = z.object({ id: z.number(), pdf: z.instanceof(Uint8Array).optional(), failure: z.string().optional() });
const waitingAtMost = 500;

interface Waiting {
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let thread: Worker | null = null;
let lastId = 0;

/**
 * renderInvoice in a thread that all invoices of the process share: opening its fonts takes a tenth of a second and a page some
 * hundredths, which nobody else waits for. Throws DatabaseAway (the door's 503) when too many wait.
 */
export function printInvoice(printOrder: PrintOrder): Promise<Buffer> {
  if (waiting.size >= waitingAtMost) throw new DatabaseAway('too many invoices are waiting to be printed');
  lastId += 1;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  waiting.set(lastId, { resolve, reject });
  thread ??= startThread();
  thread.postMessage({ id: lastId, ...printOrder });
  return promise;
}

function startThread(): Worker {
  const started = new Worker(new URL('./printing-thread.ts', import.meta.url), { execArgv: [], env: {} });
  // It ends with the process, and holds up nothing.
  started.unref();
  started.on('message', (message: unknown) => {
    const { id, pdf, failure } = reply.parse(message);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (pdf) asked?.resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    else asked?.reject(new Error(failure));
  });
  let failure = new Error('the printing thread ended');
  started.on('error', (error: Error) => {
    failure = error;
  });
  started.on('exit', () => {
    // The next invoice starts another.
    if (thread === started) thread = null;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  });
  return started;
}
