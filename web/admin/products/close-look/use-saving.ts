import { t } from '@lingui/core/macro';
import { useLayoutEffect, useRef, useState } from 'react';
import type { EditedCloseLook } from '#contract/close-look.ts';
import { call } from '../../../api.ts';
import { showToast } from '../../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { type CloseLookDraft, draftOf, isSameDraft, merged, nextDraft, writtenOf } from './close-look-draft.ts';

/**
 * The draft and what is stored of it. If somebody else has saved meanwhile, their changes and those of this person are merged; if both
 * have changed the same part, nothing is saved, and `theirs` is what is stored now (docs/behaviour/close-look.md, 23).
 */
export function useSaving(opened: EditedCloseLook, onSaved: (closeLook: EditedCloseLook) => void) {
  const [stored, setStored] = useState(opened);
  const [saved, setSaved] = useState(() => draftOf(opened));
  const [draft, setDraft] = useState(saved);
  const [theirs, setTheirs] = useState<EditedCloseLook | null>(null);
  const { form, failure, isBusy, setFailure } = useSubmission(() => save(draft, stored));
  /** The newest draft, read after an answer: it also has what was typed since the request. */
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  }, [draft]);

  /** `known`: the stored version from which `mine` was edited. */
  async function save(mine: CloseLookDraft, known: EditedCloseLook): Promise<FormFailure | undefined> {
    const params = { id: opened.listing.id };
    const answer = await call('writeCloseLook', { params, body: { ...writtenOf(mine), version: known.version } });
    if (answer.success) {
      setStored(answer.closeLook);
      onSaved(answer.closeLook);
      // What was typed meanwhile stays.
      setSaved(mine);
      showToast({ tone: 'done', text: t`Details saved` });
      return undefined;
    }
    if (answer.status !== 409) return adminFailure(t`Failed to save the details`, answer);
    const now = await call('getCloseLook', { params });
    if (!now.success) return adminFailure(t`Failed to save the details`, now);
    const next = mergedDraft(known, latest.current, now.closeLook);
    if (!next) {
      setTheirs(now.closeLook);
      return {
        message: t`Somebody else has changed the same meanwhile. Nothing is saved yet: choose which of both stays.`,
      };
    }
    accept(now.closeLook, next);
    return save(next, now.closeLook);
  }

  /** Keeps the draft of this person: the next save overwrites what somebody else has stored. */
  function keepMine() {
    if (theirs) accept(theirs, draft);
  }
  function takeTheirs() {
    if (theirs) accept(theirs, draftOf(theirs));
  }
  /** Continues with `next` as the draft, and `now` as the stored version. */
  function accept(now: EditedCloseLook, next: CloseLookDraft) {
    setStored(now);
    setSaved(draftOf(now));
    setDraft(next);
    setTheirs(null);
    setFailure(null);
  }

  const isDirty = !isSameDraft(draft, saved);
  return {
    stored,
    draft,
    setDraft,
    isDirty,
    accept,
    form,
    failure,
    isBusy,
    theirs,
    keepMine,
    takeTheirs,
  };
}

/** The draft of this person with what somebody else has changed since `known`; null if both have changed the same part. */
function mergedDraft(known: EditedCloseLook, mine: CloseLookDraft, theirs: EditedCloseLook): CloseLookDraft | null {
  const both = merged(writtenOf(draftOf(known)), writtenOf(mine), writtenOf(draftOf(theirs)));
  return both && nextDraft(both, mine);
}
