import { t } from '@lingui/core/macro';
import type { FactField, PrintedField } from '#contract/collection/piece.ts';

/** The labels of the facts about a piece, in the order of its page. What certificates print is among them. */
export const factLabels: Readonly<Record<FactField | PrintedField | 'dimensions' | 'weight', string>> = {
  series: t`Series`,
  year: t`Year`,
  artists: t`Artists`,
  owner: t`Current owner`,
  medium: t`Medium`,
  size: t`Size`,
  dimensions: t`Dimensions`,
  weight: t`Weight`,
  framing: t`Framing`,
  hanging: t`Hanging`,
  editionNote: t`Edition note`,
};
