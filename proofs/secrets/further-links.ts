import { z } from 'zod';
import type { HttpClient } from '#server/testing/http-client.ts';
import type { Call } from './scenario.ts';

interface Context {
  call: Call;
  /** Waits for an email with a link to a page, and returns the token of the link. */
  mailed: (page: string) => Promise<string>;
  /** The token of an owner who has just given the password. */
  admin: string;
}

const withId = { id: z.string() };
const withListing = z.object({ product: z.object(withId) });
const withLink = z.object({ link: z.object(withId) });
const withReport = z.object({ report: z.object({ ...withId, version: z.number() }) });
const withSentLink = z.object({ report: z.object({ links: z.array(z.object(withId)).min(1) }) });

/**
 * Sends the emails with links that people of the shop and readers cause: an invitation, a viewing room, a condition report and the
 * newsletter. Opens each link and ends it. Returns the tokens by the page that they open.
 */
export async function openFurtherLinks(client: HttpClient, context: Context): Promise<Record<string, string>> {
  const { call, admin: token } = context;
  const added = await call('POST /admin/products', { token, body: { name: 'Heron', price: 90 }, wanted: 201 });
  const listingId = withListing.parse(added.body).product.id;
  return {
    ...(await acceptInvitation(context)),
    ...(await openRoom(context, listingId)),
    ...(await openConditionReport(context, listingId)),
    ...(await readNewsletter(client, context)),
  };
}

async function acceptInvitation({ call, mailed, admin }: Context) {
  const invited = { email: 'invited@example.com', role: 'staff' };
  await call('POST /admin/staff/invitations', { token: admin, body: invited, wanted: 201 });
  const token = await mailed('accept-invitation');
  const body = { token, name: 'Ines', password: 'ibis on the lid' };
  await call('POST /auth/accept-invitation', { body, wanted: 200 });
  await call('POST /auth/accept-invitation', { body, wanted: 400 });
  await call('GET /admin/staff', { token: admin, wanted: 200 });
  return { 'accept-invitation': token };
}

async function openRoom({ call, mailed, admin }: Context, listingId: string) {
  const room = { kind: 'room', pieces: [{ listingId }], until: inAnHour(), email: 'client@example.com', send: true };
  // Its answer has the address of the room.
  const made = await call('POST /admin/private-links', { token: admin, body: room, isOwn: true, wanted: 201 });
  const token = await mailed('private');
  await call('POST /private/open', { body: { token }, wanted: 200 });
  const { id } = withLink.parse(made.body).link;
  await call(`POST /admin/private-links/${id}/close`, { token: admin, wanted: 200 });
  await call('GET /admin/private-links', { token: admin, wanted: 200 });
  return { private: token };
}

async function openConditionReport({ call, mailed, admin }: Context, listingId: string) {
  const written = { examinedOn: '2026-01-05', examiner: 'Mai Tran', state: 'very good', surface: 'No cracks.' };
  const begun = await call(`POST /admin/products/${listingId}/condition-reports`, { token: admin, body: written });
  const { id, version } = withReport.parse(begun.body).report;
  await call(`POST /admin/condition-reports/${id}/issue`, { token: admin, body: { version }, wanted: 200 });
  const reader = { body: { email: 'reader@example.com' }, wanted: 201 };
  const sent = await call(`POST /admin/condition-reports/${id}/send`, { token: admin, ...reader });
  const token = await mailed('condition');
  await call('POST /condition-reports/open', { body: { token }, wanted: 200 });
  const [link] = withSentLink.parse(sent.body).report.links;
  await call(`POST /admin/condition-reports/${id}/links/${link?.id}/end`, { token: admin, wanted: 200 });
  return { condition: token };
}

async function readNewsletter(client: HttpClient, { call, mailed, admin }: Context) {
  await call('PUT /admin/settings/alerts', { token: admin, body: { newsletter: true }, wanted: 200 });
  await call('POST /alerts', { body: { newsletter: true, email: 'newsletter@example.com' }, wanted: 200 });
  const token = await mailed('alerts/confirm');
  // Pages and not endpoints, because mail programs open them.
  for (const page of ['confirm', 'stop']) await client.request('POST', `/alerts/${page}?token=${token}`, {});
  return { 'alerts/confirm': token };
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
