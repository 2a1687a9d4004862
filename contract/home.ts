import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { homeLimits } from './home-limits.ts';
import { limits } from './limits.ts';
import { areUnique, line, prose } from './text.ts';

const percent = z.int('Please give a whole number of percent.').min(0, 'At least 0').max(100, 'At most 100');

const homePicture = z.object({
  url: line(limits.url).refine(
    (url) => /^\/media\/[\w./-]+$/.test(url) && !url.includes('..'),
    'Please upload it here.',
  ),
  alt: line(limits.altText),
});
export type HomePicture = z.infer<typeof homePicture>;

/**
 * What the owner sets on the home page (docs/behaviour/home.md). For an empty field the page shows its own text or picture.
 */
export const homeSettings = z.object({
  /** The id of the piece at the top of the page. If empty, the page chooses one. */
  heroListingId: line(limits.id),
  /** The index of the shown picture of this piece, from 0. */
  heroPicture: z
    .int('Please choose a picture.')
    .min(0)
    .max(limits.imagesPerListing - 1),
  /** The point that stays visible where the page crops the picture: percent of its width from the left, of its height from the top. */
  heroFocusX: percent,
  heroFocusY: percent,
  headline: line(homeLimits.headline),
  text: prose(homeLimits.text),
  aboutTitle: prose(homeLimits.aboutTitle),
  aboutText: prose(homeLimits.aboutText),
  aboutPictures: z
    .array(homePicture)
    .max(homeLimits.aboutPictures, `At most ${homeLimits.aboutPictures} pictures`)
    .refine((pictures) => areUnique(pictures.map(({ url }) => url)), 'Each picture once'),
  contactWords: prose(homeLimits.contactWords),
});
export type HomeSettings = z.infer<typeof homeSettings>;

export const homeSettingDefaults: HomeSettings = {
  heroListingId: '',
  heroPicture: 1,
  heroFocusX: 50,
  heroFocusY: 50,
  headline: '',
  text: '',
  aboutTitle: '',
  aboutText: '',
  aboutPictures: [],
  contactWords: '',
};

const homeChanges = homeSettings.partial().extend({
  /** The values that the sender had read. If one of them is different now, nothing is written and the answer is 409. */
  expected: homeSettings.partial().optional(),
});
export type HomeSettingsChanges = z.infer<typeof homeChanges>;

export const homeEndpoints = {
  getHomeSettings: endpoint({
    method: 'GET',
    path: '/admin/settings/home',
    access: 'viewer',
    summary: 'The piece, the words and the pictures of the home page',
    reply: z.object({ settings: homeSettings }),
  }),
  updateHomeSettings: endpoint({
    method: 'PUT',
    path: '/admin/settings/home',
    access: 'owner',
    confirmed: true,
    summary: 'Change the home page; absent fields stay as they are',
    body: homeChanges,
    reply: z.object({ settings: homeSettings }),
    refuses: [409],
  }),
  previewHome: endpoint({
    method: 'POST',
    path: '/admin/settings/home/preview',
    access: 'owner',
    summary: 'An address that shows the home page with a draft for some minutes; nothing is saved',
    body: homeSettings,
    reply: z.object({ address: z.string(), expiresAt: z.string() }),
  }),
};
