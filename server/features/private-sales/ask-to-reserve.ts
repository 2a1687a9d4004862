import { type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { sendEnquiry } from '#server/features/enquiries/enquiries.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { presentOpened, stateOf } from './present-link.ts';
import { selectLinkByToken } from './private-sales.queries.ts';

interface ReservationRequest {
  token: string;
  listingId: string;
  name: string;
  email: string;
  /** What the visitor adds; may be empty. */
  message: string;
  /** The signed-in sender; null for a visitor. */
  userId: string | null;
  /** The language of the page. */
  language: Language;
}

/**
 * Sends the owner an enquiry that names the piece and the room. It reserves nothing: anybody with the link could otherwise take
 * every piece of a room from all buyers. Refused: an unknown link (404), one that has ended or is no room, a piece that is not in
 * it (404) or that somebody else has (409), and as many messages as in `sendEnquiry` (429).
 */
export async function askToReserve(shop: Shop, request: ReservationRequest, address: string): Promise<Refusal | null> {
  const { read } = shop.database;
  const room = await selectLinkByToken(read, hashOfToken(request.token));
  if (!room) return refuse('privateLinkNotFound');
  if (room.kind !== 'room' || stateOf(room, shop.clock()) !== 'open') return refuse('privateLinkEnded');
  const { pieces } = await presentOpened(read, shop, room);
  const piece = pieces.find(({ listing }) => listing.id === request.listingId);
  if (!piece) return refuse('listingNotFound');
  const { id, name: listingName } = piece.listing;
  if (piece.state === 'sold') return refuse('listingUnavailable');
  if (piece.state === 'taken') return refuse('listingReserved', { name: listingName });
  const { name, email, message, userId, language } = request;
  const asked = `Please reserve '${listingName}' for me. I saw it in the viewing room '${room.name || 'For you'}'.`;
  return sendEnquiry(
    shop,
    {
      name,
      email,
      subject: `Reserve: ${listingName}`,
      message: message ? `${asked}\n\n${message}` : asked,
      listingId: id,
      areSeen: true,
      userId,
      language,
    },
    address,
  );
}
