import type { Visibility } from '#contract/visibility.ts';

export const visibilityLabels: Readonly<Record<Visibility, string>> = {
  listed: 'Listed',
  draft: 'Draft',
  scheduled: 'Scheduled',
  private: 'Private',
};
