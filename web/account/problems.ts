import { type RefObject, useEffect } from 'react';
import type { Failure } from '../api.ts';

/** Why a form was not taken: in one sentence, and by the names of its fields. */
export interface Problems {
  message: string | null;
  fields: Readonly<Record<string, string>>;
}

export const noProblems: Problems = { message: null, fields: {} };

/** `{prefix}: {message}`, or the prefix alone where the message says no more than that (SPEC.md §8). */
export function problemsOf(failure: Failure, prefix: string, fields: Readonly<Record<string, string>> = {}): Problems {
  const fromIssues = Object.fromEntries((failure.issues ?? []).map(({ path, message }) => [path, message]));
  const message = failure.message.startsWith(prefix) ? failure.message : `${prefix}: ${failure.message}`;
  return { message, fields: { ...fromIssues, ...fields } };
}

/** The first field with a problem has the focus as soon as it is known. */
export function useFocusOnProblem(form: RefObject<HTMLElement | null>, problems: Problems): void {
  useEffect(() => {
    if (problems.message !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, problems]);
}
