import { t } from '@lingui/core/macro';
import type { SectionId } from './sections.ts';

/** The label of a section in the navigation, and the title of its page. */
export const sectionTitles: Readonly<Record<SectionId, string>> = {
  dashboard: t`Dashboard`,
  users: t`Users`,
  products: t`Products`,
  orders: t`Orders`,
  analysis: t`Analytics`,
  logo: t`Logo Manager`,
  enquiries: t`Enquiries`,
  holds: t`Holds`,
  artists: t`Artists`,
  payments: t`Payments`,
  staff: t`Staff`,
  settings: t`Settings`,
  audit: t`Audit`,
};
