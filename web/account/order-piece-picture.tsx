import { Picture } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';

/** The first picture of a piece as it was bought: only its address is known, so its box is a square. */
export function OrderPiecePicture({ images }: { images: readonly string[] }) {
  const [url] = images;
  return (
    <span className="grid size-18 items-center overflow-hidden [&_img]:max-h-full [&_svg]:h-full">
      {url ? (
        <Picture image={{ url, width: 0, height: 0, placeholder: '', variants: [] }} sizes="72px" alt="" />
      ) : (
        <PlaceholderPicture />
      )}
    </span>
  );
}
