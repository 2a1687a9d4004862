// Kinds and grounds of pictures (docs/behaviour/media.md, 10 and 11). Pages import this file, so it must not import zod.

/** What a picture of a listing shows of it. */
export const pictureKinds = ['front', 'back', 'edge', 'signature', 'frame-corner', 'detail', 'in-room'] as const;
type PictureKind = (typeof pictureKinds)[number];

/** What is behind a picture that is transparent or cut out. */
export const pictureGrounds = ['dark', 'light'] as const;
export type PictureGround = (typeof pictureGrounds)[number];

/** What an owner may say about a picture besides its alternative text. */
export interface PictureFacts {
  kind?: PictureKind | undefined;
  ground?: PictureGround | undefined;
}

/** The kinds in the words that visitors read. */
export const pictureKindWords: Readonly<Record<PictureKind, string>> = {
  front: 'Front',
  back: 'Back',
  edge: 'Edge',
  signature: 'Signature',
  'frame-corner': 'Corner of the frame',
  detail: 'Detail',
  'in-room': 'In a room',
};

/** Kind and ground as they are stored: absent if nobody has chosen them. `''` is no choice. */
export function pictureFacts(kind: PictureKind | '' | undefined, ground: PictureGround | '' | undefined): PictureFacts {
  return { ...(kind && { kind }), ...(ground && { ground }) };
}

/** The alternative text of a picture: the one that it was given, or else made from its kind and `name`, the name of the listing. */
export function altOf({ alt, kind }: { alt: string; kind?: PictureKind | undefined }, name: string): string {
  if (alt !== '') return alt;
  return kind ? `${name}: ${pictureKindWords[kind].toLowerCase()}` : name;
}
