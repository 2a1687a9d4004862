import { type CSSProperties, useState } from 'react';
import { PlaceholderPicture } from './placeholder-picture.tsx';

/** A picture with its variants, an entry of `imageSet`. Width and height are in pixels, 0 where unknown. */
interface PictureSource {
  url: string;
  width: number;
  height: number;
  /** A hex colour, the background of the box until the picture is loaded. */
  placeholder: string;
  alt?: string;
  /** The background that the owner has chosen instead of `placeholder`, for a picture that is transparent or cut out. */
  ground?: 'dark' | 'light' | undefined;
  variants: { type: string; width: number; url: string }[];
}

interface PictureProps {
  image: PictureSource;
  /** The `sizes` attribute of <img>. */
  sizes: string;
  /** Overrides the picture's own alternative text; '' where the same text is beside the picture. */
  alt?: string;
  /** For the main picture of a page: loaded at once and with high priority. */
  eager?: boolean;
  className?: string;
}

/** Offers AVIF, then WebP, then the original. Shows the placeholder when the picture cannot be loaded. */
export function Picture({ image, sizes, alt = image.alt ?? '', eager = false, className }: PictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (brokenUrl === image.url) return <PlaceholderPicture label={alt} />;
  return (
    <picture>
      {['image/avif', 'image/webp'].map((type) => {
        const variants = image.variants.filter((variant) => variant.type === type);
        if (variants.length === 0) return null;
        const srcSet = variants.map((variant) => `${variant.url} ${variant.width}w`).join(', ');
        return <source key={type} type={type} srcSet={srcSet} sizes={sizes} />;
      })}
      <img
        src={image.url}
        alt={alt}
        className={className}
        width={image.width || undefined}
        height={image.height || undefined}
        loading={eager ? 'eager' : 'lazy'}
        decoding={eager ? 'auto' : 'async'}
        fetchPriority={eager ? 'high' : 'auto'}
        ref={(element) => {
          // Loading may have failed before hydration.
          if (element?.complete && element.naturalWidth === 0) setBrokenUrl(image.url);
        }}
        onError={() => setBrokenUrl(image.url)}
      />
    </picture>
  );
}

/** CSS variables for the box of a picture: its ratio (`--r`, `--ar`) and background (`--ground`, and `--chosen` if one was chosen). */
export function pictureBox(image: PictureSource): CSSProperties {
  const known = image.width > 0 && image.height > 0;
  const chosen = image.ground && grounds[image.ground];
  const box: Record<`--${string}`, string> = {
    ...(known && { '--r': (image.width / image.height).toFixed(3), '--ar': `${image.width}/${image.height}` }),
    '--ground': chosen ?? image.placeholder,
    ...(chosen && { '--chosen': chosen }),
  };
  return box;
}

/** The colours of the backgrounds that owners can choose, the same in both themes. */
const grounds = { dark: 'oklch(18.5% 0.013 40)', light: 'oklch(98.4% 0.006 85)' } as const;
