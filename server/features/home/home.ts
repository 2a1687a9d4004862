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

/** The home page as the owner has set it. Null if every field has its default: the page then uses its own words and pictures. */
export async function findHomePage(shop: Shop): Promise<HomePage | null> {
  return pageOf(shop, await findSection(shop.database.read, homeSection));
}

/** The home page as a draft shows it. The result is null if the draft is unknown or has expired; `home` is null as in `findHomePage`. */
export async function findHomeDraft(shop: Shop, id: string): Promise<{ home: HomePage | null } | null> {
  const draft = await findDraft(shop, id);
  return draft && { home: await pageOf(shop, draft) };
}

/**
 * Changes the given fields (docs/behaviour/home.md, 1). Refused (400): a new hero that visitors cannot see, new pictures that the
 * shop does not store. Fields that are not given are not checked. Other refusals are those of `updateSection`.
 */
export async function updateHomePage(
  shop: Shop,
  adminId: string,
  { expected, ...changes }: HomeSettingsChanges,
): Promise<HomeSettings | Refusal> {
  const issues = await issuesOf(shop, changes);
  if (issues.length > 0) return refuse('settingsIncomplete', {}, { issues });
  return updateSection(shop, homeSection, { adminId, changes, expected });
}

/** The paths of the pictures beside the about text: the only pictures of the page that belong to no listing. */
export async function picturesOnHomePage(reader: Reader): Promise<string[]> {
  return (await findSection(reader, homeSection)).aboutPictures.map(({ url }) => url);
}

/** All settings of the home page, with defaults where the owner has set nothing. */
export const findHomeTexts = (reader: Reader): Promise<HomeSettings> => findSection(reader, homeSection);

async function issuesOf(shop: Shop, { heroListingId = '', aboutPictures = [] }: Partial<HomeSettingsChanges>) {
  const isHeroUnavailable = heroListingId !== '' && isRefusal(await findListing(shop, heroListingId));
  const stored = await storedPictures(
    shop.database.read,
    aboutPictures.map(({ url }) => url),
  );
  return [
    ...(isHeroUnavailable ? [{ path: 'heroListingId', message: 'Please choose a piece that visitors can see.' }] : []),
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

/** The chosen hero; null if none is chosen, or if its piece was deleted, hidden or discontinued since. A sold or held piece stays. */
async function heroOf(shop: Shop, { heroListingId, heroPicture, heroFocusX, heroFocusY }: HomeSettings) {
  const listing = heroListingId === '' ? null : await findListing(shop, heroListingId);
  if (listing === null || isRefusal(listing) || listing.status === 'discontinued') return null;
  return { listing, picture: heroPicture, focus: { x: heroFocusX, y: heroFocusY } };
}
