// Imported by the panel, so without zod.

/** Greatest lengths of the words of the home page, in characters, and how many pictures stand beside its about text. */
export const homeLimits = {
  headline: 60,
  text: 180,
  aboutTitle: 160,
  aboutText: 2_000,
  aboutPictures: 6,
  contactWords: 400,
} as const;
