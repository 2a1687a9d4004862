// Pages of the panel import this file, so it must not import zod.

/** How the cells of a column are read and written (server/features/imports/cells.ts). */
export type CellKind =
  | 'id'
  | 'text'
  | 'choice'
  | 'flag'
  | 'price'
  | 'whole'
  | 'decimal'
  | 'length'
  | 'weight'
  | 'pictures'
  | 'alternatives'
  | 'choices'
  | 'moment';

interface PieceColumn {
  label: string;
  kind: CellKind;
}

/**
 * The columns of the shop's own file, in their order: every field of the product form. A key is the title of the column and, except
 * for `id` and the pictures, the name of the field. One line here adds a field to import and export.
 */
export const pieceColumns = {
  id: { label: 'Id in this shop', kind: 'id' },
  name: { label: 'Name', kind: 'text' },
  price: { label: 'Price', kind: 'price' },
  inventoryNumber: { label: 'Inventory number', kind: 'text' },
  status: { label: 'Status', kind: 'choice' },
  visibility: { label: 'Who sees it', kind: 'choice' },
  publishAt: { label: 'Listed from', kind: 'moment' },
  location: { label: 'Where it is', kind: 'text' },
  unique: { label: 'Unique, one of a kind', kind: 'flag' },
  artist: { label: 'Artist', kind: 'text' },
  artists: { label: 'Artists', kind: 'text' },
  series: { label: 'Series', kind: 'text' },
  year: { label: 'Year', kind: 'whole' },
  medium: { label: 'Medium', kind: 'text' },
  size: { label: 'Size in words', kind: 'text' },
  widthCm: { label: 'Width', kind: 'length' },
  heightCm: { label: 'Height', kind: 'length' },
  depthCm: { label: 'Depth', kind: 'length' },
  weightKg: { label: 'Weight', kind: 'weight' },
  sizeClass: { label: 'Size class', kind: 'choice' },
  info: { label: 'Description', kind: 'text' },
  description: { label: 'Short description', kind: 'text' },
  spec: { label: 'Specifications', kind: 'text' },
  story: { label: 'Story', kind: 'text' },
  design: { label: 'Design', kind: 'text' },
  history: { label: 'History', kind: 'text' },
  owner: { label: 'Owner', kind: 'text' },
  framing: { label: 'Framing', kind: 'text' },
  hanging: { label: 'Hanging', kind: 'text' },
  pictures: { label: 'Pictures', kind: 'pictures' },
  pictureTexts: { label: 'Texts of the pictures', kind: 'alternatives' },
  pictureKinds: { label: 'What the pictures show', kind: 'choices' },
  pictureGrounds: { label: 'Grounds of the pictures', kind: 'choices' },
  taxStatus: { label: 'Whose piece it is', kind: 'choice' },
  consignor: { label: 'Its owner', kind: 'text' },
  commissionPercent: { label: 'Commission, %', kind: 'decimal' },
  resale: { label: 'Resale', kind: 'flag' },
  acquiredOn: { label: 'Acquired on', kind: 'text' },
  hsCode: { label: 'HS code', kind: 'text' },
  origin: { label: 'Made in', kind: 'text' },
} as const satisfies Readonly<Record<string, PieceColumn>>;
export type PieceColumnKey = keyof typeof pieceColumns;

/** Further targets, with labels, for columns that only files of other shops have. */
const otherTargets = {
  dimensions: 'Width, height and depth in one cell',
  salePrice: 'Price while on sale',
  stock: 'How many there are',
  inStock: 'In stock or not',
  published: 'Published or not',
} as const;
type OtherTarget = keyof typeof otherTargets;

/** What the cells of a column are read as: a field of a piece, or a target that only files of other shops have. */
export type ImportTarget = PieceColumnKey | OtherTarget;

export const pieceColumnKeys = Object.keys(pieceColumns) as [PieceColumnKey, ...PieceColumnKey[]];
export const importTargets: readonly [ImportTarget, ...ImportTarget[]] = [
  ...pieceColumnKeys,
  // Object.keys() returns strings; these are the keys of the object above.
  ...(Object.keys(otherTargets) as OtherTarget[]),
];

export const labelOfTarget = (target: ImportTarget): string =>
  target in otherTargets ? otherTargets[target as OtherTarget] : pieceColumns[target as PieceColumnKey].label;

/** Formats of files, which are recognised by the titles of the columns. */
export const importFormats = ['own', 'shopify', 'woocommerce', 'other'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** What an import does with a row. `left`: the row is left out, because its piece cannot change now. */
export const importKinds = ['new', 'change', 'same', 'refused', 'left'] as const;
export type ImportKind = (typeof importKinds)[number];

/** States of an import. `planned`: nothing has been written to the pieces yet. */
export const importStates = ['planned', 'imported', 'undone'] as const;
export type ImportState = (typeof importStates)[number];
