import type { CSSProperties } from 'react';
import type { Image } from '#contract/catalog.ts';
import type { Box } from '#contract/close-look.ts';
import { Picture } from '../../ui/picture.tsx';

interface CutoutProps {
  image: Image;
  /** Where the piece lies in the picture. */
  box: Box;
  /** The `sizes` of the whole picture, not of the piece alone. */
  sizes: string;
  alt: string;
  eager?: boolean;
}

/** The piece alone, cut out of its picture. It fills the element around it, which has the shape of the piece. */
export function Cutout({ image, box, sizes, alt, eager = false }: CutoutProps) {
  return (
    <span className="cutout">
      <span style={wholePicture(box)}>
        <Picture image={image} sizes={sizes} alt={alt} eager={eager} />
      </span>
    </span>
  );
}

/** The place and size of the whole picture with which its box fills the element around it. */
function wholePicture({ x, y, width, height }: Box): CSSProperties {
  const percent = (share: number) => `${Math.round(share * 100_000) / 1_000}%`;
  return {
    left: percent(-x / width),
    top: percent(-y / height),
    width: percent(1 / width),
    height: percent(1 / height),
  };
}
