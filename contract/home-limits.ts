// The panel imports this file, so it must not import zod.

/** The largest lengths of the texts of the home page in characters, and the largest number of pictures beside its about text. */
export const homeLimits = {
  headline: 60,
  text: 180,
  aboutTitle: 160,
  aboutText: 2_000,
  aboutPictures: 6,
  contactWords: 400,
} as const;
