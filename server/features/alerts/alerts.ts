// The only file of this feature that other features and the composition import.
import type { Alert } from '#contract/alerts.ts';
import type { Listing } from '#contract/catalog.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { durations, limits } from '#contract/limits.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { foldText } from '#contract/text.ts';
import { findBuyer, findConfirmedEmail, lockUser } from '#server/features/accounts/accounts.ts';
import { findArtist, findArtistNames, findChosenNames } from '#server/features/artists/artists.ts';
import { callerNetwork, countAttempt } from '#server/features/attempts/attempts.ts';
import { findListing, findShownListings, lockListings } from '#server/features/catalog/catalog.ts';
import { findAlertSettings, findAnswerLanguage } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { mailboxOf } from '#server/platform/mailbox.ts';
import type { Shop } from '#server/shop.ts';
import { type AskedThing, confirmationEmail } from './alert-emails.ts';
import { newLinks } from './alert-links.ts';
import {
  countSubscriptions,
  deleteOf,
  insertSubscription,
  type Owner,
  type SubscriptionRow,
  selectAlerts,
  selectAllOf,
  selectAsked,
  updateSubscription,
} from './alerts.queries.ts';

export { exampleAlertEmails } from './alert-emails.ts';
export { confirmByLink, stopByLink } from './alert-links.ts';
export { createAlerts } from './alert-rounds.ts';

/** The limits on calls from one network and on calls for one mailbox; `window` in milliseconds. */
const networkLimit = { limit: 20, window: 10 * 60_000 };
const addressLimit = { limit: 5, window: 60 * 60_000 };

export interface NewAlert {
  /** Exactly one of these three is given. `artist` is the last part of the address of the artist's page. */
  listingId?: string | undefined;
  artist?: string | undefined;
  newsletter?: true | undefined;
  /** The address of a guest; not used if `userId` is given. */
  email?: string | undefined;
  /** Null for a guest. */
  userId: string | null;
  /** The language of the page. */
  language: Language;
}

/**
 * Adds an alert: one email when the listing is free again, or emails about new works of an artist. Or stores that somebody wants the
 * newsletter. An account with a confirmed address has the alert at once (`on`); any other address gets an email with a link first
 * (`confirm`), and the answer does not depend on what is known of the address. Refuses (404) an unknown listing or artist, and everything
 * while alerts are off; (409) a listing that can be bought now or is discontinued, and one alert more than the limit; (429) too many
 * calls of one network or for one address.
 */
export async function addAlert(
  shop: Shop,
  { email, userId, language, ...named }: NewAlert,
  address: string,
): Promise<{ state: 'on' | 'confirm' } | Refusal> {
  const offered = await findAlertSettings(shop.database.read);
  if (!(named.newsletter ? offered.newsletter : offered.alerts)) return refuse('alertsOff');
  const target = await findTarget(shop, named);
  if (isRefusal(target)) return target;
  const { thing } = target;
  const asked = { ...target.asked, language };
  return shop.database.write(async (tx) => {
    if (userId !== null && !(await lockUser(tx, userId))) return refuse('signInNeeded');
    const limited = await countAttempt(tx, shop, [
      { subject: `alert network:${callerNetwork(address)}`, ...networkLimit },
    ]);
    if (limited) return limited;
    const gone = await refuseGone(tx, asked);
    if (gone) return gone;
    const confirmed = userId === null ? null : await findConfirmedEmail(tx, userId);
    if (userId !== null && confirmed !== null) return addAtOnce(tx, shop, { userId, email: confirmed }, asked);
    const to = userId === null ? email : (await findBuyer(tx, userId))?.buyer.email;
    if (!to)
      return refuse('invalidInput', {}, { issues: [{ path: 'email', message: 'Please enter your email address' }] });
    return askToConfirm(tx, shop, { to, thing }, asked);
  });
}

/** Finds what is asked for: as columns of the row, and as the email that confirms it names it. */
async function findTarget(
  shop: Shop,
  { listingId, artist: slug, newsletter }: Pick<NewAlert, 'listingId' | 'artist' | 'newsletter'>,
): Promise<{ asked: Target; thing: AskedThing } | Refusal> {
  if (newsletter)
    return {
      asked: { kind: 'newsletter', target: '', listing_id: null, artist_id: null },
      thing: { kind: 'newsletter' },
    };
  if (listingId === undefined) {
    const artist = await findArtist(shop, slug ?? '');
    if (isRefusal(artist)) return artist;
    const { id, name } = artist;
    return {
      asked: { kind: 'artist', target: id, listing_id: null, artist_id: id },
      thing: { kind: 'artist', name },
    };
  }
  const listing = await findListing(shop, listingId);
  if (isRefusal(listing)) return listing;
  const { name, sold } = listing;
  return (
    refuseFree(listing) ?? {
      asked: { kind: 'piece', target: listingId, listing_id: listingId, artist_id: null },
      thing: { kind: 'piece', name, sold },
    }
  );
}

/** Refuses a listing that was deleted or hidden, or an artist that was deleted, since it was found. Locks it otherwise. */
async function refuseGone(tx: Writer, { listing_id, artist_id }: Target): Promise<Refusal | null> {
  if (listing_id !== null) {
    const [listing] = await lockListings(tx, [listing_id]);
    return listing?.visibility === 'listed' ? null : refuse('listingNotFound');
  }
  if (artist_id === null) return null;
  return isRefusal(await findChosenNames(tx, { artistId: artist_id })) ? refuse('artistNotFound') : null;
}

function refuseFree({ name, status, reserved }: Listing): Refusal | null {
  if (status === 'discontinued') return refuse('listingUnavailable');
  return status === 'available' && !reserved ? refuse('alertNotNeeded', { name }) : null;
}

type Target = Pick<SubscriptionRow, 'kind' | 'target' | 'listing_id' | 'artist_id'>;
type Asked = Target & Pick<SubscriptionRow, 'language'>;

async function addAtOnce(
  tx: Writer,
  shop: Shop,
  { userId, email }: { userId: string; email: string },
  asked: Asked,
): Promise<{ state: 'on' } | Refusal> {
  const known = await selectAsked(tx, { person: userId, ...asked });
  if (!known && (await countSubscriptions(tx, { person: userId })) >= limits.alertsPerPerson)
    return refuse('tooManyAlerts', { limit: limits.alertsPerPerson });
  // With the same alert as a guest, the person would get each email twice.
  const asGuest = await selectAsked(tx, { person: foldText(email), ...asked });
  if (asGuest) await deleteOf(tx, [asGuest.person], asGuest.id);
  await insertSubscription(tx, newRow(shop, { ...asked, user_id: userId, person: userId, confirmed_at: shop.clock() }));
  return { state: 'on' };
}

/**
 * Stores an unconfirmed alert and sends the email that confirms it, also if the address has the alert already, but not twice within a day.
 * An address that has too many alerts gets no email for a new one. The answer is the same for every address, so that it reveals nothing about the address.
 */
async function askToConfirm(
  tx: Writer,
  shop: Shop,
  { to, thing }: { to: string; thing: AskedThing },
  asked: Asked,
): Promise<{ state: 'confirm' } | Refusal> {
  const person = foldText(to);
  const limited = await countAttempt(tx, shop, [{ subject: `alert address:${mailboxOf(to)}`, ...addressLimit }]);
  if (limited) return limited;
  const isFull = (await countSubscriptions(tx, { person })) >= limits.alertsPerPerson;
  if (!isFull) await insertSubscription(tx, newRow(shop, { ...asked, person, email: to }));
  const row = await selectAsked(tx, { person, ...asked });
  // The row must last as long as the email says. Later emails are in the language of the page where somebody asked last.
  const renewal = { created_at: shop.clock(), language: asked.language };
  if (row?.confirmed_at === null) await updateSubscription(tx, row.id, renewal);
  if (!row) return { state: 'confirm' };
  const again = { subject: `alert confirmation:${row.id}`, limit: 1, window: durations.confirmationAgain };
  if (await countAttempt(tx, shop, [again])) return { state: 'confirm' };
  const language = await findAnswerLanguage(tx, asked.language);
  const links = await newLinks(tx, shop, language, [row.id]);
  const email = confirmationEmail(language, thing, links);
  await shop.mailer.queueEmail(tx, { kind: 'alert confirmation', to, accountId: person, ...email });
  return { state: 'confirm' };
}

function newRow(shop: Shop, row: Asked & { person: string } & Partial<SubscriptionRow>): SubscriptionRow {
  const id = shop.randomBytes(12).toString('hex');
  return { id, user_id: null, email: '', created_at: shop.clock(), confirmed_at: null, ...row };
}

/** A page of the alerts of an account, newest first, and the address they are sent to. */
export async function listAlerts(
  shop: Shop,
  userId: string,
  request: ListRequest,
): Promise<{ alerts: Alert[]; total: number; email: string }> {
  const owner = await ownerOf(shop.database.read, userId);
  const { rows, total } = await selectAlerts(shop.database.read, owner, rowsOf(request));
  const idsOf = (kind: SubscriptionRow['kind']) => rows.filter((row) => row.kind === kind).map(({ target }) => target);
  const listings = await findShownListings(shop, idsOf('piece'));
  const artists = new Map(
    (await findArtistNames(shop.database.read, idsOf('artist'))).map((artist) => [artist.id, artist]),
  );
  const alerts = rows.flatMap(({ id, kind, target }): Alert[] => {
    const other = { id, listingId: null, sold: false };
    if (kind === 'newsletter') return [{ ...other, kind, name: 'Our newsletter', path: '/' }];
    const artist = artists.get(target);
    if (artist) return [{ ...other, kind: 'artist', name: artist.name, path: `/artists/${artist.slug}` }];
    const listing = listings.get(target);
    if (!listing) return [];
    const { name, sold } = listing;
    return [{ id, kind: 'piece', listingId: target, name, path: `/product/${target}`, sold }];
  });
  const account = await findBuyer(shop.database.read, userId);
  return { alerts, total, email: account?.buyer.email ?? '' };
}

/** Ends an alert. Refuses (404) one that has ended already or is not the caller's. */
export async function stopAlert(shop: Shop, userId: string, id: string): Promise<Refusal | null> {
  const { email } = await ownerOf(shop.database.read, userId);
  const persons = email === null ? [userId] : [userId, email];
  return shop.database.write(async (tx) => ((await deleteOf(tx, persons, id)) > 0 ? null : refuse('alertEnded')));
}

/** All alerts of an account and of its confirmed address, also unconfirmed ones, for the download of own records. */
export async function listAllAlerts(shop: Shop, userId: string) {
  const rows = await selectAllOf(shop.database.read, await ownerOf(shop.database.read, userId));
  const isoTime = (at: number) => new Date(at).toISOString();
  return rows.map(({ kind, target, created_at, confirmed_at }) => ({
    kind,
    target,
    askedAt: isoTime(created_at),
    confirmedAt: confirmed_at === null ? null : isoTime(confirmed_at),
  }));
}

/** Deletes the alerts of an account, and those of its address if that is confirmed: otherwise they may be somebody else's. */
export async function deleteAlertsOf(
  tx: Writer,
  { id, email, email_confirmed_at }: { id: string; email: string; email_confirmed_at: number | null },
): Promise<void> {
  await deleteOf(tx, email_confirmed_at === null ? [id] : [id, foldText(email)]);
}

/** How many alerts are open; each person counts once for each piece and artist. */
export async function countOpenAlerts(reader: Reader): Promise<number> {
  const ofKind = (kind: 'piece' | 'artist') => countSubscriptions(reader, { kind, confirmed: true });
  return (await ofKind('piece')) + (await ofKind('artist'));
}

async function ownerOf(reader: Reader, userId: string): Promise<Owner> {
  const email = await findConfirmedEmail(reader, userId);
  return { userId, email: email === null ? null : foldText(email) };
}
