import { type RefObject, useEffect } from 'react';
import type { Failure } from '../api.ts';

/** Why a form was refused: one sentence, and a message for each field. */
export interface Problems {
  message: string | null;
  fields: Readonly<Record<string, string>>;
}

export const noProblems: Problems = { message: null, fields: {} };

/** `{prefix}: {message}`, or only the prefix if the message adds nothing to it. */
export function problemsOf(failure: Failure, prefix: string, fields: Readonly<Record<string, string>> = {}): Problems {
  const fromIssues = Object.fromEntries((failure.issues ?? []).map(({ path, message }) => [path, message]));
  const message = failure.message.startsWith(prefix) ? failure.message : `${prefix}: ${failure.message}`;
  return { message, fields: { ...fromIssues, ...fields } };
}

/** Moves the focus to the first invalid field as soon as there is one. */
export function useFocusOnProblem(form: RefObject<HTMLElement | null>, problems: Problems): void {
  useEffect(() => {
    if (problems.message !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, problems]);
}
