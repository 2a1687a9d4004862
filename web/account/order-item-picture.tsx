import type { OrderItem } from '#contract/orders.ts';
import { Picture } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';

interface OrderItemPictureProps {
  listing: OrderItem['listing'];
  align?: 'middle' | 'top';
}

/** The first image of a listing at the time of purchase, uncropped in a square box. */
export function OrderItemPicture({ listing, align = 'middle' }: OrderItemPictureProps) {
  const [image] = listing.imageSet;
  const position = align === 'top' ? 'object-left-top' : 'object-left';
  return (
    <span className="block aspect-square w-full overflow-hidden">
      {image ? (
        <Picture image={image} sizes="88px" alt="" className={`size-full object-contain! ${position}`} />
      ) : (
        <PlaceholderPicture />
      )}
    </span>
  );
}
