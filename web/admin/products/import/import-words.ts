import type { ImportFormat, ImportKind } from '#contract/import-columns.ts';
import type { ImportSummary, UndoOutcome } from '#contract/imports.ts';

export const kindLabels: Readonly<Record<ImportKind, string>> = {
  new: 'New',
  change: 'Will change',
  same: 'Same as now',
  refused: 'Cannot be read',
  left: 'Left out',
};

export const doneLabels: Readonly<Record<ImportKind, string>> = { ...kindLabels, new: 'Added', change: 'Changed' };

export const formatLabels: Readonly<Record<ImportFormat, string>> = {
  own: 'the format of this shop',
  shopify: 'the product export of Shopify',
  woocommerce: 'the product export of WooCommerce',
  other: 'a list with columns of its own',
};

const pieces = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'piece' : 'pieces'}`;

export const rowsToImport = ({ counts }: Pick<ImportSummary, 'counts'>): number => counts.new + counts.change;

/** "31 pieces added, 7 changed". */
export const outcomeWords = ({ counts }: Pick<ImportSummary, 'counts'>): string =>
  `${pieces(counts.new)} added, ${counts.change.toLocaleString('en-US')} changed`;

/** What an undo would do, as a sentence. */
export function undoWords({ deleted, restored, keptCount }: UndoOutcome): string {
  const parts = [
    deleted > 0 ? `${pieces(deleted)} that the import added ${deleted === 1 ? 'is' : 'are'} deleted.` : '',
    restored > 0 ? `${pieces(restored)} ${restored === 1 ? 'gets its' : 'get their'} former values.` : '',
    keptCount > 0 ? `${pieces(keptCount)} cannot be taken back in full:` : '',
  ].filter(Boolean);
  return parts.length === 0 ? 'Nothing of it is left to take back.' : parts.join(' ');
}
