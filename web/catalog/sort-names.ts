import { t } from '@lingui/core/macro';
import type { SortField, SortOrder } from './sort.ts';

export const sortNames: Record<SortField, string> = { date: t`Date`, name: t`Name`, price: t`Price` };

/** The direction of the current order and how to change it, in words for people who do not see the icon. */
export const sortDirections: Record<SortField, Record<SortOrder, string>> = {
  date: { asc: t`oldest first. Activate to reverse`, desc: t`newest first. Activate to reverse` },
  name: { asc: t`A to Z. Activate to reverse`, desc: t`Z to A. Activate to reverse` },
  price: { asc: t`lowest first. Activate to reverse`, desc: t`highest first. Activate to reverse` },
};
