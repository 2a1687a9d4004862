import type { ProductField } from '#contract/product-conflict.ts';

/** The labels of the form's fields. */
export const fieldLabels: Readonly<Record<ProductField, string>> = {
  name: 'Name',
  price: 'Price',
  year: 'Year',
  unique: 'Unique, one of a kind',
  status: 'Status',
  images: 'Images',
  series: 'Series',
  size: 'Size',
  artist: 'Artist',
  artists: 'Artists',
  owner: 'Owner',
  info: 'Description',
  spec: 'Specifications',
  story: 'Story',
  design: 'Design',
  description: 'Short description',
  history: 'History',
  widthCm: 'Width, cm',
  heightCm: 'Height, cm',
  depthCm: 'Depth, cm',
  weightKg: 'Weight, kg',
  sizeClass: 'Size class',
};
