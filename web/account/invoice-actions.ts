import { t } from '@lingui/core/macro';
import { invoiceFilename } from '#contract/invoices.ts';
import { callForFile } from '../api.ts';
import type { FormFailure } from '../ui/use-submission.ts';
import { saveFile } from './save-file.ts';

const failed: FormFailure = { message: t`Failed to download invoice` };

/**
 * Opens the invoice in a new tab. The tab is opened during the click and before the first await, because browsers block
 * pop-ups that are opened later. The file is fetched with the bearer token, which a plain link cannot send.
 */
export async function openInvoice(orderId: string): Promise<FormFailure | undefined> {
  const tab = window.open('', '_blank');
  if (!tab)
    return { message: t`The browser did not allow a new tab. Allow pop-ups for this shop, or download the invoice.` };
  // The new tab must not have access to this page.
  tab.opener = null;
  tab.document.title = t`Invoice ${orderId}`;
  tab.document.body.textContent = t`Loading invoice...`;
  const answer = await callForFile('openInvoice', { params: { id: orderId } });
  if (!answer.success) {
    tab.close();
    return failed;
  }
  // The object URL is not revoked, because the tab can be reloaded. It is freed together with this page.
  if (!tab.closed) tab.location.replace(URL.createObjectURL(answer.file));
}

/** Downloads the invoice as invoice-order-{id}.pdf. */
export async function downloadInvoice(orderId: string): Promise<FormFailure | undefined> {
  const answer = await callForFile('downloadInvoice', { params: { id: orderId } });
  if (!answer.success) return failed;
  saveFile(answer.file, invoiceFilename(orderId));
}
