import { t } from '@lingui/core/macro';
import type { PieceFields } from '#contract/collection/piece.ts';
import type { ChoiceWords } from '../record/record-field.tsx';

/** The words for the options of the choices in the listing form. */
export const choiceWords: ChoiceWords<PieceFields> = {
  sizeClass: {
    '': t`From its size and weight`,
    small: t`Small`,
    medium: t({ message: 'Medium', context: 'size' }),
    large: t`Large`,
    request: t`By request`,
  },
  status: {
    available: t`Available`,
    sold: t`Sold`,
    discontinued: t`Discontinued`,
  },
  taxStatus: {
    own: t`Our own`,
    consigned: t`Consigned, owner not registered for GST`,
    'consigned-registered': t`Consigned, owner registered for GST`,
  },
  visibility: {
    listed: t`Listed`,
    draft: t`Draft`,
    scheduled: t`Scheduled`,
    private: t`Private`,
  },
};
