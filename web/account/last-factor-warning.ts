import { t } from '@lingui/core/macro';

/** Says what happens when an admin removes the only second factor. */
export const lastFactorWarning = t`Signing in then needs your password alone. The recovery codes stop working.`;
