import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { type FindLookedAt, lockListings, recordOf } from '#server/features/catalog/catalog.ts';
import { cleanPictureInProcess, imageSets, nameIfKilled, picturesByHash } from '#server/features/media/media.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { UploadedFile } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import type { AlignOutcome } from './align.ts';
import { alignInProcess } from './align-in-process.ts';
import { type Direction, isSameDirection } from './directions.ts';
import { type LitListing, recordLights } from './edit-lights.ts';
import { insertLight, selectLights, selectSet, upsertSet } from './lights.queries.ts';

interface SentLight extends Direction {
  adminId: string;
  file: UploadedFile;
  fileName: string;
}

/**
 * Aligns a photograph with the picture of the listing that the close look shows, and stores the aligned photograph. Refused: a file that is
 * not a picture (415) or too large (413), and what docs/behaviour/lights.md, 1 to 9 lists (404, 409).
 */
export async function keepLight(
  shop: Shop,
  findLookedAt: FindLookedAt,
  { id, picture }: LitListing,
  sent: SentLight,
): Promise<Refusal | null> {
  if (!picture) return refuse('lightsWithoutPicture');
  const reference = picture.url;
  const light = { listingId: id, reference, hash: sent.file.hash.slice(0, 32), ...sent };
  // Checked before aligning, which takes seconds, and again in the transaction.
  const hopeless = await refuseLight(shop.database.read, light);
  if (hopeless) return hopeless;
  const aligned = await nameIfKilled(sent.fileName, shop.log, () => alignWith(shop, reference, sent.file));
  if (isRefusal(aligned)) return aligned;
  try {
    const kept = await shop.media.keepPictures([Buffer.from(aligned.bytes)], {
      alongside: async (tx, pictures) => {
        const [stored] = await picturesByHash(
          tx,
          pictures.map(({ hash }) => hash),
        );
        if (!stored) throw new Error('the picture was not stored');
        const refused = (await refuseChanged(tx, findLookedAt, light)) ?? (await refuseLight(tx, light));
        if (refused) throw new NotKept(refused);
        const before = { set: await selectSet(tx, id), rows: await selectLights(tx, id) };
        if (!before.set) await upsertSet(tx, { listing_id: id, reference, is_shown: 0 });
        await insertLight(tx, {
          id: shop.randomBytes(12).toString('hex'),
          listing_id: id,
          picture: stored.url,
          sent_hash: light.hash,
          file_name: sent.fileName,
          azimuth: sent.azimuth,
          elevation: sent.elevation,
          moved: JSON.stringify(aligned.moved),
          created_at: shop.clock(),
        });
        await recordLights(tx, shop, { adminId: sent.adminId, listingId: id, before });
      },
    });
    return isRefusal(kept) ? kept : null;
  } catch (error) {
    if (error instanceof NotKept) return error.refusal;
    throw error;
  }
}

/** Locks the listing. Refuses if the close look no longer shows the picture that the photograph was compared with. */
async function refuseChanged(
  tx: Writer,
  findLookedAt: FindLookedAt,
  { listingId, reference }: { listingId: string; reference: string },
): Promise<Refusal | null> {
  const [listing] = await lockListings(tx, [listingId]);
  if (!listing) return refuse('listingNotFound');
  const [imageSet = []] = await imageSets(tx, [recordOf(listing).images]);
  const looked = await findLookedAt(tx, { id: listingId, imageSet });
  return looked?.url === reference ? null : refuse('productChanged', { name: listing.name });
}

/** Refuses a photograph if the set lies over another picture, has the same file or a light from this direction, or is full. */
async function refuseLight(
  reader: Reader,
  { listingId, reference, hash, ...direction }: Direction & { listingId: string; reference: string; hash: string },
): Promise<Refusal | null> {
  const set = await selectSet(reader, listingId);
  const rows = await selectLights(reader, listingId);
  if (set && set.reference !== reference) return refuse('lightsOfOtherPicture');
  if (rows.some(({ sent_hash }) => sent_hash === hash)) return refuse('lightThere');
  const beside = rows.find((row) => isSameDirection(row, direction));
  if (beside) return refuse('lightFromSameSide', { name: beside.file_name });
  const count = limits.lightPhotographs;
  return rows.length < count ? null : refuse('lightsFull', { count });
}

async function alignWith(
  shop: Shop,
  reference: string,
  file: UploadedFile,
): Promise<Extract<AlignOutcome, { kind: 'aligned' }> | Refusal> {
  const clean = await cleanPictureInProcess(file, false);
  if (isRefusal(clean)) return clean;
  const original = await shop.media.readFile(reference);
  const outcome = original && (await alignInProcess(original, clean.bytes));
  if (!outcome) {
    shop.log.warn({ picture: reference }, 'a photograph under a light could not be compared with its picture');
    return refuse('lightUnreadable');
  }
  return outcome.kind === 'aligned' ? outcome : refusalOf(outcome);
}

function refusalOf(outcome: Exclude<AlignOutcome, { kind: 'aligned' }>): Refusal {
  if (outcome.kind === 'too small') return refuse('lightTooSmall', { pixels: outcome.pixels });
  if (outcome.kind === 'moved') return refuse('lightMoved', { how: outcome.how });
  return refuse(codes[outcome.kind]);
}

const codes = {
  turned: 'lightTurned',
  'other shape': 'lightOtherShape',
  blurred: 'lightBlurred',
  unlike: 'lightUnlike',
} as const;

/** Thrown to roll back the transaction of `keepPictures`, so that the picture is not stored. */
class NotKept extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
