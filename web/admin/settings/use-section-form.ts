import { t } from '@lingui/core/macro';
import { startTransition, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Failure } from '../../api.ts';
import { showToast } from '../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { focusMain } from '../focus-main.ts';

interface SectionForm<Settings> {
  saved: Settings;
  /** The fields in the order of the page. */
  fields: readonly (keyof Settings)[];
  save: (body: Partial<Settings> & { expected: Partial<Settings> }) => Promise<{ success: true } | Failure>;
  /** After saving, and before the reason why it failed. */
  words?: { saved: string; failed: string };
}

const ofSettings = { saved: t`Settings saved`, failed: t`Failed to save the settings` };

/**
 * The form of a section of settings whose fields are JSON values. Only changed fields are sent, with the values that were read:
 * two owners do not overwrite each other. `disputed` are the fields that both this person and somebody else have changed.
 */
export function useSectionForm<Settings extends object>({
  saved,
  fields,
  save,
  words = ofSettings,
}: SectionForm<Settings>) {
  const [changes, setChanges] = useState<Partial<Settings>>({});
  /** What was saved before somebody else changed one of the same fields. */
  const [replaced, setReplaced] = useState<Settings | null>(null);
  const { revalidate } = useRevalidator();
  const draft: Settings = { ...saved, ...changes };
  const changed = fields.filter((field) => !isSame(draft[field], saved[field]));
  const { isBusy, failure, setFailure, form } = useSubmission(async (): Promise<FormFailure | undefined> => {
    const answer = await save({ ...only(draft, changed), expected: only(saved, changed) });
    if (answer.success) {
      await revalidate();
      // In one render with the saved values, so that the earlier ones are not shown in between.
      startTransition(() => reset());
      showToast({ tone: 'done', text: words.saved });
      return undefined;
    }
    if (answer.status !== 409) return adminFailure(words.failed, answer);
    setReplaced(saved);
    await revalidate();
    return undefined;
  });
  function reset(kept: Partial<Settings> = {}) {
    setChanges(kept);
    setReplaced(null);
    setFailure(null);
    // The bar with the focused button is removed.
    focusMain();
  }
  const disputed = replaced ? changed.filter((field) => !isSame(saved[field], replaced[field])) : [];
  const undisputed = changed.filter((field) => !disputed.includes(field));
  return {
    ...{ draft, changed, disputed, isBusy, failure, form },
    change: (more: Partial<Settings>) => setChanges((earlier) => ({ ...earlier, ...more })),
    /** For changes that begin with the latest value, for example when an upload ends. */
    changeWith: (of: (draft: Settings) => Partial<Settings>) =>
      setChanges((earlier) => ({ ...earlier, ...of({ ...saved, ...earlier }) })),
    discard: () => reset(),
    takeTheirs: () => reset(only(draft, undisputed)),
  };
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

function only<Settings extends object>(settings: Settings, fields: readonly (keyof Settings)[]): Partial<Settings> {
  const kept: Partial<Settings> = {};
  for (const field of fields) kept[field] = settings[field];
  return kept;
}
