import { invoiceFilename } from '#contract/invoices.ts';
import { callForFile } from '../api.ts';
import { showToast } from '../ui/toast.tsx';
import { saveFile } from './save-file.ts';

const failed = () => showToast({ tone: 'failed', text: 'Failed to download invoice' });

/**
 * Shows the invoice in a tab of its own. The tab is opened in the click, before the first await, or the browser would
 * take it for a pop-up; the file comes with the bearer header, which a plain link cannot send.
 */
export async function openInvoice(orderId: string): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) {
    showToast({
      tone: 'failed',
      text: 'The browser did not allow a new tab. Allow pop-ups for this shop, or download the invoice.',
      action: { label: 'Download Invoice', onAct: () => void downloadInvoice(orderId) },
    });
    return;
  }
  // What is shown there shall not reach back to this page.
  tab.opener = null;
  tab.document.title = `Invoice ${orderId}`;
  tab.document.body.textContent = 'Loading invoice...';
  const answer = await callForFile('openInvoice', { params: { id: orderId } });
  if (!answer.success) {
    tab.close();
    failed();
    return;
  }
  // Not revoked: the tab may be loaded again. It goes with this page.
  if (!tab.closed) tab.location.replace(URL.createObjectURL(answer.file));
}

/** Saves it as invoice-order-{id}.pdf. */
export async function downloadInvoice(orderId: string): Promise<void> {
  const answer = await callForFile('downloadInvoice', { params: { id: orderId } });
  if (answer.success) saveFile(answer.file, invoiceFilename(orderId));
  else failed();
}
