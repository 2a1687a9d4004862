import { t } from '@lingui/core/macro';
import type { Visibility } from '#contract/visibility.ts';

export const visibilityLabels: Readonly<Record<Visibility, string>> = {
  listed: t`Listed`,
  draft: t`Draft`,
  scheduled: t`Scheduled`,
  private: t`Private`,
};
