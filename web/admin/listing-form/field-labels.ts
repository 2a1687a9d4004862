import { t } from '@lingui/core/macro';
import type { ListingField } from '#contract/listing-conflict.ts';
import type { SizeClass } from '#contract/listing-size.ts';
import { type ListingStatus, listingStatuses } from '#contract/states.ts';

/** The labels of the form's fields. */
export const fieldLabels: Readonly<Record<ListingField, string>> = {
  name: t`Name`,
  price: t`Price`,
  year: t`Year`,
  unique: t`Unique, one of a kind`,
  status: t`Status`,
  images: t`Images`,
  series: t`Series`,
  size: t`Size`,
  artist: t`Artist`,
  artists: t`Artists`,
  artistId: t`Page of the artist`,
  seriesId: t`Page of the series`,
  owner: t`Owner`,
  info: t`Description`,
  spec: t`Specifications`,
  story: t`Story`,
  design: t`Design`,
  description: t`Short description`,
  history: t`History`,
  medium: t`Medium`,
  framing: t`Framing`,
  hanging: t`Hanging`,
  widthCm: t`Width, cm`,
  heightCm: t`Height, cm`,
  depthCm: t`Depth, cm`,
  weightKg: t`Weight, kg`,
  sizeClass: t`Size class`,
  taxStatus: t`Whose piece it is`,
  consignor: t`Its owner`,
  commissionPercent: t`Commission, %`,
  resale: t`Resale: somebody other than the artist owned it`,
  acquiredOn: t`Acquired on`,
  hsCode: t`HS code`,
  origin: t`Made in`,
  visibility: t`Who sees it`,
  publishAt: t`Listed on`,
  inventoryNumber: t`Inventory number`,
  location: t`Where it is`,
};

export const sizeClassLabels: Readonly<Record<SizeClass | '', string>> = {
  '': t`From its size and weight`,
  small: t`Small`,
  medium: t({ message: 'Medium', context: 'size' }),
  large: t`Large`,
  request: t`By request`,
};

export const statusLabels: Readonly<Record<ListingStatus, string>> = {
  available: t`Available`,
  sold: t`Sold`,
  discontinued: t`Discontinued`,
};

/** The status that a select has as its value. */
export function statusOf(value: string): ListingStatus {
  return listingStatuses.find((status) => status === value) ?? 'available';
}
