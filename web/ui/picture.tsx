import { type CSSProperties, useState } from 'react';
import { PlaceholderPicture } from './placeholder-picture.tsx';

/** A picture and its variants, as `imageSet` has it. Width and height are 0 where they are not known. */
export interface PictureSource {
  url: string;
  width: number;
  height: number;
  /** A hex colour: the ground of its box until it is there. */
  placeholder: string;
  alt?: string;
  variants: { type: string; width: number; url: string }[];
}

interface PictureProps {
  image: PictureSource;
  /** How wide it will stand, as in <img sizes>. */
  sizes: string;
  /** Overrides the picture's own words; '' where the words stand beside it. */
  alt?: string;
  /** The one picture the visitor waits for: no lazy loading, fetched first. */
  eager?: boolean;
  className?: string;
}

/** AVIF, then WebP, then the original. A picture that cannot be had leaves the placeholder, not a broken one. */
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
          // It may have failed before React was there to hear of it.
          if (element?.complete && element.naturalWidth === 0) setBrokenUrl(image.url);
        }}
        onError={() => setBrokenUrl(image.url)}
      />
    </picture>
  );
}

/** The shape and the ground of the box a picture stands in: `--r`, `--ar`, `--ground` of the design. */
export function pictureBox(image: PictureSource): CSSProperties {
  const known = image.width > 0 && image.height > 0;
  const box: Record<`--${string}`, string> = {
    ...(known && { '--r': (image.width / image.height).toFixed(3), '--ar': `${image.width}/${image.height}` }),
    '--ground': image.placeholder,
  };
  return box;
}
