// The thread that sets invoices, one after another: started by printing.ts.
import { parentPort } from 'node:worker_threads';
import { renderInvoice } from './invoice-pdf.ts';
import type { PrintOrder } from './printing.ts';

parentPort?.on('message', async ({ id, issuer, invoice, order }: PrintOrder & { id: number }) => {
  try {
    // A Buffer arrives as the plain bytes it is made of.
    const logo = issuer.logo && { ...issuer.logo, png: Buffer.from(issuer.logo.png) };
    const pdf = Uint8Array.from(await renderInvoice({ ...issuer, logo }, invoice, order));
    parentPort?.postMessage({ id, pdf }, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
