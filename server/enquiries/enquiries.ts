import type { Enquiry } from '#contract/enquiries.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { foldText } from '#contract/text.ts';
import { ownerEmail } from '#server/accounts/accounts.ts';
import { callerNetwork, countAttempt } from '#server/attempts/attempts.ts';
import { recordChange } from '#server/audit/audit.ts';
import { findListingName } from '#server/catalog/catalog.ts';
import type { Writer } from '#server/database/database.ts';
import { letter } from '#server/mail/mail.ts';
import type { Shop } from '#server/shop.ts';
import {
  type EnquiryList,
  type EnquiryRow,
  insertEnquiry,
  lockEnquiry,
  selectEnquiries,
  updateDone,
} from './enquiries.queries.ts';

export interface NewEnquiry {
  name: string;
  email: string;
  subject?: string | undefined;
  message: string;
  /** The piece it is about; one that is not in the shop is left out. */
  listingId?: string | undefined;
}

/** Messages from one address within ten minutes; a person writes fewer. */
const allowed = { limit: 20, window: 10 * 60_000 };

/** Keeps what a visitor wrote, and mails it to the owner where mail is set up. Refused (429) after 20 in ten minutes. */
export async function sendEnquiry(shop: Shop, enquiry: NewEnquiry, address: string): Promise<Refusal | null> {
  const refused = await shop.database.write(async (tx) => {
    const usedUp = await countAttempt(shop, tx, [{ subject: `enquiry address:${callerNetwork(address)}`, ...allowed }]);
    if (usedUp) return usedUp;
    const row = await newRow(shop, tx, enquiry);
    await insertEnquiry(tx, row);
    await mailToOwner(shop, tx, row);
    return null;
  });
  shop.mailer.wake();
  return refused;
}

export async function listEnquiries(
  shop: Shop,
  request: EnquiryList,
): Promise<{ enquiries: Enquiry[]; total: number; unread: number }> {
  const { rows, total, unread } = await selectEnquiries(shop.database.read, request);
  return { enquiries: rows.map(present), total, unread };
}

/** Once done it stays done, since the first time. */
export async function markEnquiryDone(shop: Shop, adminId: string, id: string): Promise<Enquiry | Refusal> {
  const row = await shop.database.write(async (tx) => {
    const before = await lockEnquiry(tx, id);
    if (!before) return refuse('enquiryNotFound');
    if (before.done_at !== null) return before;
    const after = { ...before, done_at: shop.clock() };
    await updateDone(tx, id, after.done_at);
    await recordChange(tx, shop, { adminId, action: 'enquiry done', subject: id, before: null, after: null });
    return after;
  });
  return isRefusal(row) ? row : present(row);
}

async function newRow(
  shop: Shop,
  tx: Writer,
  { name, email, subject = '', message, listingId }: NewEnquiry,
): Promise<EnquiryRow> {
  const listingName = listingId === undefined ? null : await findListingName(tx, listingId);
  return {
    id: shop.randomBytes(12).toString('hex'),
    name,
    name_folded: foldText(name),
    email,
    email_folded: foldText(email),
    subject,
    subject_folded: foldText(subject),
    message,
    listing_id: listingName === null ? null : (listingId ?? null),
    listing_name: listingName,
    created_at: shop.clock(),
    done_at: null,
  };
}

async function mailToOwner(shop: Shop, tx: Writer, enquiry: EnquiryRow): Promise<void> {
  const { settings } = shop;
  const owner = settings.smtpUrl && (await ownerEmail(shop, tx));
  if (!owner) return;
  const lines = [
    { label: 'From', value: enquiry.name },
    { label: 'Email', value: enquiry.email },
    ...(enquiry.listing_name ? [{ label: 'Piece', value: enquiry.listing_name }] : []),
  ];
  const about = enquiry.subject || enquiry.listing_name || enquiry.name;
  const parts = {
    shopName: settings.shopName,
    subject: `Enquiry: ${about}`,
    heading: enquiry.subject || 'A new enquiry',
  };
  const button = { label: 'Open the admin panel', href: `${settings.publicUrl}/admin` };
  const words = letter({ ...parts, paragraphs: [enquiry.message], lines, button });
  await shop.mailer.queueMail(tx, { to: owner, replyTo: enquiry.email, ...words });
}

function present(row: EnquiryRow): Enquiry {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    listingId: row.listing_id,
    listingName: row.listing_name,
    createdAt: new Date(row.created_at).toISOString(),
    doneAt: row.done_at === null ? null : new Date(row.done_at).toISOString(),
  };
}
