import { t } from '@lingui/core/macro';
import type { Role } from '#contract/roles.ts';

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: t`Owner`,
  staff: t`Staff`,
  viewer: t`Viewer`,
};

/** What people with this role may do (docs/behaviour/accounts.md, 40). */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: t`Everything, also people and their roles, payments, settings, the logo and the audit.`,
  staff: t`Works on pieces, orders and enquiries, and ends holds. Sees buyers and figures. Sets prices, unless an owner takes that right away.`,
  viewer: t`Sees pieces, orders, buyers, enquiries and figures, and changes nothing. For an accountant, an assessor.`,
};
