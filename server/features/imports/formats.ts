import { type ImportFormat, type ImportTarget, type PieceColumnKey, pieceColumns } from '#contract/import-columns.ts';
import { foldDiacritics } from '#server/platform/fold-text.ts';
import { currencyInTitle } from './numbers.ts';

/** A title in the form in which titles are compared: `Variant SKU`, `variant_sku` and `Variant-SKU ` become the same. */
export const foldTitle = (title: string) =>
  foldDiacritics(title)
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** The title of the column that says why rows are refused. It is in no format, so files are read as if they did not have it. */
export const reasonTitle = 'What is wrong';

/** The format of a file, by its titles. A file of the format `own` may have further columns, which are left out. */
export function formatOf(titles: readonly string[]): ImportFormat {
  const folded = new Set(titles.map(foldTitle));
  const hasAll = (...names: string[]) => names.every((name) => folded.has(name));
  if (hasAll('handle', 'title', 'variant price') || hasAll('url handle', 'title', 'price')) return 'shopify';
  if (hasAll('type', 'name', 'regular price')) return 'woocommerce';
  const hasOwn = (...names: PieceColumnKey[]) => names.every((name) => titles.includes(name));
  // No other shop has these titles together in this spelling.
  if (hasOwn('id', 'name', 'inventoryNumber')) return 'own';
  const isOwn = titles.every((title) => title === '' || ownTarget(title) !== null);
  return isOwn && (hasOwn('id') || hasOwn('name')) ? 'own' : 'other';
}

/**
 * The targets of the columns until somebody chooses others; null leaves a column out. If several columns fit a target, the first gets it.
 * Prices in another currency than that of the shop are left out.
 */
export function usualTargets(
  format: ImportFormat,
  titles: readonly string[],
  currency: string,
): (ImportTarget | null)[] {
  const taken = new Set<ImportTarget>();
  return titles.map((title) => {
    const target = format === 'own' ? ownTarget(title) : knownTarget(format, title);
    if (target === null || taken.has(target)) return null;
    const isPrice = target === 'price' || target === 'salePrice';
    if (isPrice && (currencyInTitle(title) ?? currency) !== currency) return null;
    taken.add(target);
    return target;
  });
}

// `hasOwn` proves that the cast is right.
const ownTarget = (title: string) => (Object.hasOwn(pieceColumns, title) ? (title as ImportTarget) : null);

function knownTarget(format: Exclude<ImportFormat, 'own'>, title: string): ImportTarget | null {
  const folded = foldTitle(title);
  const names = targetsByTitle[format];
  const known = [folded, withoutRemark(folded)].find((name) => Object.hasOwn(names, name));
  if (known !== undefined) return names[known] ?? null;
  return format === 'other' ? ownTarget(title) : null;
}

/** A title without the remark in brackets at its end, such as the unit of its cells: `Weight (kg)` becomes `Weight`. */
function withoutRemark(title: string): string {
  if (!title.endsWith(')')) return title;
  const start = title.indexOf('(', title.lastIndexOf(')', title.length - 2) + 1);
  return start === -1 ? title : title.slice(0, start).trimEnd();
}

type Names = Readonly<Record<string, ImportTarget>>;

/** Both the titles that Shopify exports and those of its newer template. */
const shopify: Names = {
  title: 'name',
  'body (html)': 'info',
  description: 'info',
  vendor: 'artist',
  'variant price': 'price',
  price: 'price',
  'variant sku': 'inventoryNumber',
  sku: 'inventoryNumber',
  published: 'published',
  'published on online store': 'published',
  status: 'published',
  'variant grams': 'weightKg',
  'weight value (grams)': 'weightKg',
  'variant inventory qty': 'stock',
  'inventory quantity': 'stock',
  'image src': 'pictures',
  'product image url': 'pictures',
  'image alt text': 'pictureTexts',
};

const woocommerce: Names = {
  name: 'name',
  sku: 'inventoryNumber',
  published: 'published',
  'regular price': 'price',
  'sale price': 'salePrice',
  description: 'info',
  'short description': 'description',
  weight: 'weightKg',
  length: 'depthCm',
  width: 'widthCm',
  height: 'heightCm',
  images: 'pictures',
  stock: 'stock',
  'in stock?': 'inStock',
  brands: 'artist',
};

/** Words for the columns of lists that galleries keep themselves. */
const other: Names = {
  ...Object.fromEntries(Object.entries(pieceColumns).map(([key, { label }]) => [foldTitle(label), key])),
  title: 'name',
  titel: 'name',
  'ten tac pham': 'name',
  piece: 'name',
  work: 'name',
  titre: 'name',
  price: 'price',
  'price aud': 'price',
  'preis aud': 'price',
  preis: 'price',
  prix: 'price',
  gia: 'price',
  maker: 'artist',
  kunstler: 'artist',
  artiste: 'artist',
  'nghe si': 'artist',
  'tac gia': 'artist',
  date: 'year',
  jahr: 'year',
  annee: 'year',
  nam: 'year',
  collection: 'series',
  serie: 'series',
  material: 'medium',
  materials: 'medium',
  technique: 'medium',
  technik: 'medium',
  dims: 'dimensions',
  dimensions: 'dimensions',
  masse: 'dimensions',
  size: 'dimensions',
  'kich thuoc': 'dimensions',
  breite: 'widthCm',
  largeur: 'widthCm',
  hohe: 'heightCm',
  hauteur: 'heightCm',
  tiefe: 'depthCm',
  gewicht: 'weightKg',
  poids: 'weightKg',
  text: 'info',
  beschreibung: 'info',
  'mo ta': 'info',
  image: 'pictures',
  images: 'pictures',
  picture: 'pictures',
  bilder: 'pictures',
  photos: 'pictures',
  sku: 'inventoryNumber',
  number: 'inventoryNumber',
  'inventory no': 'inventoryNumber',
  place: 'location',
  provenance: 'history',
  quantity: 'stock',
  qty: 'stock',
  'hs code': 'hsCode',
  country: 'origin',
} satisfies Names;

const targetsByTitle: Readonly<Record<Exclude<ImportFormat, 'own'>, Names>> = { shopify, woocommerce, other };
