// The entry of the thread that renders invoices, one at a time. render-in-thread.ts starts it.
import { parentPort } from 'node:worker_threads';
import { renderInvoice } from './invoice-pdf.ts';
import type { InvoiceContent } from './render-in-thread.ts';

parentPort?.on('message', async ({ id, issuer, invoice, order }: InvoiceContent & { id: number }) => {
  try {
    // Messages between threads turn a Buffer into a Uint8Array.
    const logo = issuer.logo && { ...issuer.logo, png: Buffer.from(issuer.logo.png) };
    const pdf = Uint8Array.from(await renderInvoice({ ...issuer, logo }, invoice, order));
    parentPort?.postMessage({ id, pdf }, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
