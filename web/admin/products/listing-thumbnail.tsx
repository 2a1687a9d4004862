import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Listing } from '#contract/catalog.ts';

/** Pixels of the image: enough for the 34 px of the table at three device pixels per CSS pixel. */
const sharp = 102;

/** Shows the first image, cropped to the table's format, or the text that there is none. */
export function ListingThumbnail({ listing }: { listing: Pick<Listing, 'imageSet'> }) {
  const [image] = listing.imageSet;
  const url = image?.variants.find(({ type, width }) => type === 'image/webp' && width >= sharp)?.url ?? image?.url;
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === undefined || url === brokenUrl) return <span className="no-image">{t`No Image`}</span>;
  return (
    <img
      className="thumb"
      src={url}
      alt=""
      width={34}
      height={42}
      loading="lazy"
      decoding="async"
      onError={() => setBrokenUrl(url)}
    />
  );
}
