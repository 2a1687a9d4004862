import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { type HomeSettings, type HomeSettingsChanges, homeSettingDefaults } from '#contract/home.ts';
import type { HomePage } from '#contract/page-services.ts';
import { findListing } from '#server/features/catalog/catalog.ts';
import { imageSets, storedPictures } from '#server/features/media/media.ts';
import { findSection, updateSection } from '#server/features/settings/settings.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { findDraft } from './drafts.ts';
import { homeSection } from './home-section.ts';

/** What the owner has set on the home page, and in a draft of it. Null: nothing, so the page has its own words and pictures. */
export async function findHomePage(shop: Shop): Promise<HomePage | null> {
  return pageOf(shop, await findSection(shop.database.read, homeSection));
}

/** The home page as a draft shows it; null if the draft is not there any more. */
export async function findHomeDraft(shop: Shop, id: string): Promise<{ home: HomePage | null } | null> {
  const draft = await findDraft(shop, id);
  return draft && { home: await pageOf(shop, draft) };
}

/** Refuses (400) a piece and pictures that do not exist, where they are changed; otherwise as `updateSection`. */
export async function updateHomePage(
  shop: Shop,
  adminId: string,
  { expected, ...changes }: HomeSettingsChanges,
): Promise<HomeSettings | Refusal> {
  const issues = await unknownOf(shop, changes);
  if (issues.length > 0) return refuse('settingsIncomplete', {}, { issues });
  return updateSection(shop, homeSection, { adminId, changes, expected });
}

/** Addresses of the pictures that the home page shows besides those of its pieces. */
export async function picturesOnHomePage(reader: Reader): Promise<string[]> {
  return (await findSection(reader, homeSection)).aboutPictures.map(({ url }) => url);
}

/** The words of the home page as the owner has set them, and the pictures beside them. */
export const findHomeTexts = (reader: Reader): Promise<HomeSettings> => findSection(reader, homeSection);

async function unknownOf(shop: Shop, { heroListingId = '', aboutPictures = [] }: Partial<HomeSettingsChanges>) {
  const isUnknownListing = heroListingId !== '' && isRefusal(await findListing(shop, heroListingId));
  const stored = await storedPictures(
    shop.database.read,
    aboutPictures.map(({ url }) => url),
  );
  return [
    ...(isUnknownListing ? [{ path: 'heroListingId', message: 'There is no such piece any more.' }] : []),
    ...(stored.size < aboutPictures.length ? [{ path: 'aboutPictures', message: 'Please upload it here.' }] : []),
  ];
}

async function pageOf(shop: Shop, settings: HomeSettings): Promise<HomePage | null> {
  if (JSON.stringify(settings) === JSON.stringify(homeSettingDefaults)) return null;
  const { headline, text, aboutTitle, aboutText, contactWords } = settings;
  const [aboutPictures = []] = await imageSets(shop.database.read, [settings.aboutPictures]);
  const hero = await heroOf(shop, settings);
  return { hero, headline, text, aboutTitle, aboutText, aboutPictures, contactWords };
}

/** A piece that was deleted or discontinued since it was chosen is no hero any more; a sold one stays. */
async function heroOf(shop: Shop, { heroListingId, heroPicture, heroFocusX, heroFocusY }: HomeSettings) {
  const listing = heroListingId === '' ? null : await findListing(shop, heroListingId);
  if (listing === null || isRefusal(listing) || listing.status === 'discontinued') return null;
  return { listing, picture: heroPicture, focus: { x: heroFocusX, y: heroFocusY } };
}
