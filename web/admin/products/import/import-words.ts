import { plural, t } from '@lingui/core/macro';
import type { ImportFormat, ImportKind } from '#contract/import-columns.ts';
import type { ImportSummary, UndoOutcome } from '#contract/imports.ts';
import { inDigits } from '../../../language/numbers.ts';

export const kindLabels: Readonly<Record<ImportKind, string>> = {
  new: t`New`,
  change: t`Will change`,
  same: t`Same as now`,
  refused: t`Cannot be read`,
  left: t`Left out`,
};

export const doneLabels: Readonly<Record<ImportKind, string>> = { ...kindLabels, new: t`Added`, change: t`Changed` };

export const formatWords: Readonly<Record<ImportFormat, string>> = {
  own: t`It is the format of this shop.`,
  shopify: t`It is the product export of Shopify.`,
  woocommerce: t`It is the product export of WooCommerce.`,
  other: t`It is a list with columns of its own.`,
};

export const rowsToImport = ({ counts }: Pick<ImportSummary, 'counts'>): number => counts.new + counts.change;

/** "31 pieces added, 7 changed". */
export function outcomeWords({ counts: { new: added, change } }: Pick<ImportSummary, 'counts'>): string {
  const [shown, changed] = [inDigits(added), inDigits(change)];
  return plural(added, {
    one: `${shown} piece added, ${changed} changed`,
    other: `${shown} pieces added, ${changed} changed`,
  });
}

/** What an undo does or has done, in sentences. */
export function undoWords({ deleted, restored, keptCount }: UndoOutcome): string {
  const parts = [
    deleted > 0 && deletedWords(deleted),
    restored > 0 && restoredWords(restored),
    keptCount > 0 && keptWords(keptCount),
  ].filter(Boolean);
  return parts.length === 0 ? t`Nothing of it is left to take back.` : parts.join(' ');
}

function deletedWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} piece that the import added is deleted.`,
    other: `${shown} pieces that the import added are deleted.`,
  });
}

function restoredWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} piece gets its former values.`,
    other: `${shown} pieces get their former values.`,
  });
}

function keptWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} piece cannot be taken back in full:`,
    other: `${shown} pieces cannot be taken back in full:`,
  });
}
