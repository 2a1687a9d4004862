import { t } from '@lingui/core/macro';
import { capitalised } from '#contract/capitalised.ts';
import type { ConditionReport } from '#contract/condition-reports.ts';
import type { ConditionState, MarkKind } from '#contract/condition-words.ts';

/** The kinds of marks as words within a sentence. */
export const markWords: Readonly<Record<MarkKind, string>> = {
  scratch: t`scratch`,
  chip: t`chip`,
  crack: t`crack`,
  loss: t`loss`,
  stain: t`stain`,
  wear: t`wear`,
  restoration: t`restoration`,
  other: t`other`,
};

/** The kind of a mark as a label that stands by itself. */
export const markLabel = (kind: MarkKind) => capitalised(markWords[kind]);

export const stateLabels: Readonly<Record<ConditionState, string>> = {
  excellent: t`Excellent`,
  'very good': t`Very good`,
  good: t`Good`,
  fair: t`Fair`,
  poor: t`Poor`,
};

export const phaseLabels: Readonly<Record<ConditionReport['phase'], string>> = {
  draft: t`Draft`,
  issued: t`Issued`,
  withdrawn: t`Withdrawn`,
};
