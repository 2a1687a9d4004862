import { t } from '@lingui/core/macro';

/** What the removal of the last second factor means. */
export const lastFactorWarning = t`Signing in then needs your password alone. The recovery codes stop working.`;
