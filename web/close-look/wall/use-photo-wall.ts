import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { closePhoto, type OpenPhoto, openPhoto } from './open-photo.ts';
import { type Line, lengthOf, movedBy, type Point, type Reference, references, startIn } from './photo-geometry.ts';

/** A photo with the line over something measured and the place of the piece. */
export interface Shot {
  photo: OpenPhoto;
  line: Line;
  /** The middle of the piece. */
  middle: Point;
}

export interface PhotoWall {
  /** Null until a photo is chosen. */
  shot: Shot | null;
  /** Why the last file could not be opened as a photo; null if it could. */
  failure: string | null;
  isOpening: boolean;
  open(file: File): Promise<void>;
  moveEnd(end: 0 | 1, by: Point): void;
  movePiece(by: Point): void;
  /** What the line lies on. */
  reference: Reference;
  /** The length of the line, as it was typed. */
  typed: string;
  /** The last valid length, in centimetres. */
  cm: number;
  lieOn(reference: Reference): void;
  type(length: string): void;
}

/** The visitor's own photo, what was measured on it, and the place of the piece. */
export function usePhotoWall(): PhotoWall {
  const { shot, setShot, ...opening } = useShot();
  const [length, setLength] = useState<Pick<PhotoWall, 'reference' | 'typed' | 'cm'>>({
    reference: 'a4',
    typed: '29.7',
    cm: 29.7,
  });
  const change = (next: (shot: Shot) => Partial<Shot>) => setShot((now) => now && { ...now, ...next(now) });
  return {
    shot,
    ...opening,
    ...length,
    moveEnd: (end, by) =>
      change(({ photo, line: [one, other] }) => ({
        line: end === 0 ? [movedBy(one, by, photo), other] : [one, movedBy(other, by, photo)],
      })),
    movePiece: (by) => change(({ photo, middle }) => ({ middle: movedBy(middle, by, photo) })),
    lieOn(value) {
      const known = references.find((reference) => reference.value === value)?.cm ?? null;
      setLength((now) =>
        known === null ? { ...now, reference: value } : { reference: value, typed: String(known), cm: known },
      );
    },
    type: (typed) => setLength(({ cm }) => ({ reference: 'own', typed, cm: lengthOf(typed) ?? cm })),
  };
}

function useShot() {
  const [shot, setShot] = useState<Shot | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isOpening, setIsOpening] = useState(false);
  /** The file that was chosen last. Opening a large one takes a while, and another may be chosen meanwhile. */
  const latest = useRef<File | null>(null);
  const photo = shot?.photo ?? null;
  useEffect(() => () => void (photo && closePhoto(photo)), [photo]);
  const open = async (file: File) => {
    latest.current = file;
    setIsOpening(true);
    const opened = await openPhoto(file);
    if (latest.current !== file) return void (opened && closePhoto(opened));
    setIsOpening(false);
    setFailure(opened ? null : refusalOf(file));
    if (opened) setShot({ photo: opened, ...startIn(opened) });
  };
  return { shot, setShot, failure, isOpening, open };
}

function refusalOf({ name, type }: File): string {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name))
    return t`This browser cannot show HEIC photos. Save the photo as JPEG, then choose that file.`;
  return t`This file is not a photo that the browser can show. Please choose a JPEG, PNG, WebP or AVIF file.`;
}
