export const artistKinds = ['person', 'workshop'] as const;
export type ArtistKind = (typeof artistKinds)[number];
