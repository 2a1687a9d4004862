import { t } from '@lingui/core/macro';
import { startTransition, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Failure } from '../../api.ts';
import { showToast } from '../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { focusMain } from '../focus-main.ts';
import { isSame } from './is-same.ts';

interface SectionForm<Draft> {
  saved: Draft;
  fields: readonly (keyof Draft)[];
  /**
   * Receives the changed fields with their last saved values (`expected`), the whole draft, and the names of the changed fields.
   * Returns a failure directly, not a promise, if nothing was sent.
   */
  save: (
    body: Partial<Draft> & { expected: Partial<Draft> },
    draft: Draft,
    changed: readonly (keyof Draft)[],
  ) => FormFailure | Promise<{ success: true } | Failure>;
  /** Texts: the toast after saving, and the beginning of the message after a failure. */
  words?: { saved: string; failed: string };
}

interface State<Draft> {
  changes: Partial<Draft>;
  /** The saved values before somebody else changed one of the same fields; null without a conflict. */
  replaced: Draft | null;
  /** Increases when the form is reset, or saved with no further change left. */
  round: number;
}

const usualWords = { saved: t`Settings saved`, failed: t`Failed to save the settings` };

/**
 * The form of a section of settings whose fields are JSON values. Only changed fields are sent, with the values that were read, so that
 * two owners do not overwrite each other. `disputed` are the fields that both this person and somebody else have changed.
 * What is typed during saving is kept as a further change.
 */
export function useSectionForm<Draft extends object>({ saved, fields, save, words = usualWords }: SectionForm<Draft>) {
  const [{ changes, replaced, round }, setState] = useState<State<Draft>>({ changes: {}, replaced: null, round: 0 });
  const { revalidate } = useRevalidator();
  const draft: Draft = { ...saved, ...changes };
  const changed = fields.filter((field) => !isSame(draft[field], saved[field]));
  const { isBusy, failure, setFailure, form } = useSubmission(() => {
    const outcome = save({ ...only(draft, changed), expected: only(saved, changed) }, draft, changed);
    return outcome instanceof Promise ? finish(outcome) : outcome;
  });
  async function finish(saving: Promise<{ success: true } | Failure>): Promise<FormFailure | undefined> {
    const sent = changes;
    const answer = await saving;
    if (!answer.success && answer.status !== 409) return adminFailure(words.failed, answer);
    if (!answer.success) setState((latest) => ({ ...latest, replaced: saved }));
    await revalidate();
    if (!answer.success) return undefined;
    // startTransition renders this together with the reloaded values, so that the earlier ones are not shown in between.
    startTransition(() =>
      setState((latest) => {
        const since = fields.filter((field) => field in latest.changes && !isSame(latest.changes[field], sent[field]));
        const kept = only(latest.changes, since);
        return { changes: kept, replaced: null, round: since.length > 0 ? latest.round : latest.round + 1 };
      }),
    );
    showToast({ tone: 'done', text: words.saved });
    return undefined;
  }
  function reset(kept: Partial<Draft> = {}) {
    setState({ changes: kept, replaced: null, round: round + 1 });
    setFailure(null);
  }
  // The button with the focus is removed with its bar, so the focus goes to the main part of the page.
  useEffect(() => {
    if (round > 0) focusMain();
  }, [round]);
  const disputed = replaced ? changed.filter((field) => !isSame(saved[field], replaced[field])) : [];
  const undisputed = changed.filter((field) => !disputed.includes(field));
  return {
    draft,
    changed,
    disputed,
    replaced,
    round,
    isBusy,
    failure,
    form,
    change: (more: Partial<Draft>) => setState((latest) => ({ ...latest, changes: { ...latest.changes, ...more } })),
    /** For changes that are computed from the latest value, for example when an upload ends. */
    changeWith: (changesOf: (draft: Draft) => Partial<Draft>) =>
      setState((latest) => ({
        ...latest,
        changes: { ...latest.changes, ...changesOf({ ...saved, ...latest.changes }) },
      })),
    discard: () => reset(),
    takeTheirs: () => reset(only(draft, undisputed)),
  };
}

function only<Draft extends object>(draft: Partial<Draft>, fields: readonly (keyof Draft)[]): Partial<Draft> {
  const kept: Partial<Draft> = {};
  for (const field of fields) kept[field] = draft[field];
  return kept;
}
