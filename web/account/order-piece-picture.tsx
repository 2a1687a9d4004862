import { mediaAddress } from '#contract/media-address.ts';
import { Picture } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';

interface OrderPiecePictureProps {
  images: readonly string[];
  align?: 'middle' | 'top';
}

/** The first picture of a piece as it was bought: only its address is known, so it stands whole in a square box. */
export function OrderPiecePicture({ images, align = 'middle' }: OrderPiecePictureProps) {
  const [url] = images;
  const position = align === 'top' ? 'object-left-top' : 'object-left';
  return (
    <span className="block aspect-square w-full overflow-hidden">
      {url ? (
        <Picture
          image={{ url: mediaAddress(url), width: 0, height: 0, placeholder: '', variants: [] }}
          sizes="88px"
          alt=""
          className={`size-full object-contain! ${position}`}
        />
      ) : (
        <PlaceholderPicture />
      )}
    </span>
  );
}
