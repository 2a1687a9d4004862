import { t } from '@lingui/core/macro';
import type { MetaDescriptor } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import type { CloseLook } from '#contract/close-look.ts';
import type { PageServices, ShopFront } from '#contract/page-services.ts';
import { pageMeta, summary } from '../catalog/page-meta.ts';
import { listingAddress } from '../catalog/structured-data.ts';

/** A listing and what the viewer shows of it. */
export interface LookedAt {
  listing: Listing;
  look: CloseLook;
}

/** Finds what the viewer shows. Null if the listing is unknown or hidden, or has no close look (docs/behaviour/close-look.md, 3). */
export async function findLookedAt(services: PageServices, id: string): Promise<LookedAt | null> {
  const listing = await services.listing(id);
  const look = listing && (await services.closeLook(listing));
  return look && { listing, look };
}

/** The meta tags of the viewer, which send search engines to the page of the piece. The name of the shop is added to `title`. */
export function lookMeta(shop: ShopFront, { listing, look }: LookedAt, title: string, text: string): MetaDescriptor[] {
  return [
    { name: 'robots', content: 'noindex' },
    ...pageMeta(shop, {
      title: `${title} | ${shop.name}`,
      description: summary(text),
      address: listingAddress(shop, listing.id),
      image: look.image,
      type: 'website',
    }),
  ];
}

export function lookNotFoundMeta({ name }: ShopFront): MetaDescriptor[] {
  return [{ title: t`Product not found | ${name}` }, { name: 'robots', content: 'noindex' }];
}
