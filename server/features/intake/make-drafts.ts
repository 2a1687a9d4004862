import { newListing } from '#contract/catalog.ts';
import { failures, isRefusal, type Refusal } from '#contract/errors.ts';
import { listingOfCells } from '#contract/intake-cells.ts';
import { limits } from '#contract/limits.ts';
import { foldText } from '#contract/text.ts';
import { findArtistIdByName, findChosenNames } from '#server/features/artists/artists.ts';
import { findListingNames, insertNewListing, refusePrice } from '#server/features/catalog/catalog.ts';
import { keepAfterIntake, picturesByHash } from '#server/features/media/media.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { groupsOf } from './arrange.ts';
import {
  lockIntake,
  type PieceRow,
  selectPicturesOfPiece,
  selectPiece,
  selectWaitingPictures,
  updatePiece,
} from './intake.queries.ts';

interface Issue {
  path: string;
  message: string;
}

interface Drafts {
  made: { pieceId: string; listingId: string }[];
  left: { pieceId: string; issues: Issue[] }[];
}

/**
 * Makes drafts of all pieces that have no error, or of those in `pieceIds`. Each piece changes together with its listing in one
 * transaction, so it becomes only one draft, even if the process dies in between: a repeated call names the same draft.
 */
export async function makeDrafts(
  shop: Shop,
  adminId: string,
  pieceIds: readonly string[] | undefined,
): Promise<Drafts> {
  const drafts: Drafts = { made: [], left: [] };
  for (const pieceId of pieceIds ?? (await waitingInOrder(shop))) {
    const outcome = await shop.database.write((tx) => makeDraft(tx, shop, adminId, pieceId));
    if (isRefusal(outcome)) drafts.left.push({ pieceId, issues: issuesOf(outcome) });
    else if (outcome !== null && 'issues' in outcome) drafts.left.push({ pieceId, issues: outcome.issues });
    else if (outcome !== null) drafts.made.push({ pieceId, listingId: outcome.listingId });
  }
  return drafts;
}

/** The ids of all pieces that wait, in the order of the grid. */
async function waitingInOrder(shop: Shop): Promise<string[]> {
  const pictures = await selectWaitingPictures(shop.database.read);
  const pieceOf = new Map(pictures.map(({ id, piece_id }) => [id, piece_id]));
  return [...new Set(groupsOf(pictures).flatMap(({ ids }) => ids.flatMap((id) => pieceOf.get(id) ?? [])))];
}

/** Makes a draft of a piece, or finds the one that was made of it. Null if the piece is gone, or its draft was deleted. */
async function makeDraft(
  tx: Writer,
  shop: Shop,
  adminId: string,
  pieceId: string,
): Promise<{ listingId: string } | { issues: Issue[] } | Refusal | null> {
  await lockIntake(tx);
  const piece = await selectPiece(tx, pieceId);
  if (!piece) return null;
  if (piece.listing_id !== null)
    return (await findListingNames(tx, [piece.listing_id])).length > 0 ? { listingId: piece.listing_id } : null;
  const hashes = (await selectPicturesOfPiece(tx, pieceId)).map(({ hash }) => hash);
  if (hashes.length > limits.imagesPerListing)
    return {
      issues: [
        { path: 'images', message: say('A piece has at most {most} pictures.', { most: limits.imagesPerListing }) },
      ],
    };
  const urls = new Map((await picturesByHash(tx, hashes)).map(({ hash, url }) => [hash, url]));
  const body = await bodyOf(
    tx,
    piece,
    hashes.flatMap((hash) => urls.get(hash) ?? []),
  );
  const parsed = newListing.safeParse(body);
  if (!parsed.success)
    return { issues: parsed.error.issues.map(({ path, message }) => issueOf({ path: path.join('.'), message })) };
  const badPrice = refusePrice(shop, 'price', parsed.data.price);
  if (badPrice) return badPrice;
  // It becomes a draft, which may have any price.
  const by = { adminId, maySetPrices: false, action: 'product added', findChosenNames };
  const listing = await insertNewListing(tx, shop, parsed.data, by);
  if (isRefusal(listing)) return listing;
  await updatePiece(tx, pieceId, { listing_id: listing.id, changed_at: shop.clock() });
  await keepAfterIntake(tx, hashes);
  return { listingId: listing.id };
}

/** The listing as the product form would send it. If the typed name is that of an artist of the shop, this artist is chosen. */
async function bodyOf(tx: Writer, { cells }: PieceRow, images: readonly string[]): Promise<object> {
  const artist = foldText(cells.artist.trim());
  const artistId = artist === '' ? undefined : await findArtistIdByName(tx, artist);
  return { ...listingOfCells(cells), ...(artistId && { artistId }), visibility: 'draft', images };
}

function issuesOf({ details, message }: Refusal): Issue[] {
  // Refusals of a new listing with status 400 have issues of this shape (api.md, 2).
  const issues = details.issues as readonly Issue[] | undefined;
  return issues ? issues.map(issueOf) : [{ path: 'name', message }];
}

/** Says in the words of the product form which field is missing; other issues stay as they are. */
function issueOf({ path, message }: Issue): Issue {
  const isMissing = message === failures.nameAndPriceNeeded[1];
  if (!isMissing) return { path, message };
  return { path, message: path === 'name' ? say('A name is needed') : say('A price is needed') };
}
