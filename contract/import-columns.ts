// Pages of the panel import this file, so it must not import zod.
import { type PieceField, type PieceFields, pieceFieldNames, pieceFields } from './collection/piece.ts';
import { type Kind, titleOf } from './fields/kinds.ts';

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

const cellKinds = {
  text: 'text',
  prose: 'text',
  person: 'text',
  hsCode: 'text',
  country: 'text',
  day: 'text',
  year: 'whole',
  money: 'price',
  length: 'length',
  weight: 'weight',
  percent: 'decimal',
  choice: 'choice',
  flag: 'flag',
  moment: 'moment',
} as const satisfies Readonly<Record<Exclude<Kind, 'record' | 'pictures'>, CellKind>>;

/** The columns of the pictures of a piece, with one line for each picture. */
const pictureColumns = {
  pictures: { label: 'Pictures', kind: 'pictures' },
  pictureTexts: { label: 'Texts of the pictures', kind: 'alternatives' },
  pictureKinds: { label: 'What the pictures show', kind: 'choices' },
  pictureGrounds: { label: 'Grounds of the pictures', kind: 'choices' },
} as const satisfies PieceColumns<string>;

/** A field with a column of its own. A name in the file chooses the record of an artist or a series. */
export type ColumnField = {
  [Name in PieceField]: PieceFields[Name]['kind'] extends keyof typeof cellKinds ? Name : never;
}[PieceField];
export type PieceColumnKey = 'id' | ColumnField | keyof typeof pictureColumns;
type PieceColumns<Key extends string> = Readonly<Record<Key, { label: string; kind: CellKind }>>;

/**
 * The columns of the shop's own file, in their order: every field of the product form. A key is the title of the column and, except
 * for `id` and the pictures, the name of the field.
 */
export const pieceColumns: PieceColumns<PieceColumnKey> = {
  id: { label: 'Id in this shop', kind: 'id' },
  // The type says which fields have columns, and so does the condition.
  ...(Object.assign({}, ...pieceFieldNames.map(columnsOf)) as PieceColumns<ColumnField | keyof typeof pictureColumns>),
};

function columnsOf(name: PieceField): PieceColumns<string> {
  const field = pieceFields[name];
  if (field.kind === 'pictures') return pictureColumns;
  return field.kind === 'record' ? {} : { [name]: { label: titleOf(field), kind: cellKinds[field.kind] } };
}

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

// Object.keys() returns strings; these are the keys of the object above.
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
