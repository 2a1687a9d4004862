// The entry of the thread that renders papers, one at a time. render-in-thread.ts starts it.
import { parentPort } from 'node:worker_threads';
import { renderAdjustmentNote } from './adjustment-note-pdf.ts';
import { renderCertificate } from './certificate-pdf.ts';
import { renderConditionReport } from './condition-pdf.ts';
import { renderInvoice } from './invoice-pdf.ts';
import { renderDeclaration, renderPackingSlip } from './parcel-pdf.ts';
import type { PaperContent } from './render-in-thread.ts';

parentPort?.on('message', async ({ id, ...content }: PaperContent & { id: number }) => {
  try {
    const pdf = Uint8Array.from(await render(content));
    parentPort?.postMessage({ id, pdf }, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});

function render({ issuer: sent, ...content }: PaperContent): Promise<Buffer> {
  // Messages between threads turn a Buffer into a Uint8Array.
  const issuer = { ...sent, logo: sent.logo && { ...sent.logo, png: Buffer.from(sent.logo.png) } };
  switch (content.kind) {
    case 'invoice':
      return renderInvoice(issuer, content.invoice, content.order);
    case 'adjustment note':
      return renderAdjustmentNote(issuer, content.note, content.order);
    case 'packing slip':
      return renderPackingSlip(issuer, content.parcel);
    case 'customs':
      return renderDeclaration(issuer, content.declaration);
    case 'certificate': {
      const { photo, ...paper } = content.paper;
      return renderCertificate(issuer, { ...paper, photo: photo && { ...photo, jpeg: Buffer.from(photo.jpeg) } });
    }
    case 'condition': {
      const photographs = content.paper.photographs.map(({ picture, ...photograph }) => ({
        ...photograph,
        picture: picture && { ...picture, jpeg: Buffer.from(picture.jpeg) },
      }));
      return renderConditionReport(issuer, { ...content.paper, photographs });
    }
  }
}
