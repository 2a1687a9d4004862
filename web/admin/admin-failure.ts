import type { Failure } from '../api.ts';
import type { FormFailure } from '../ui/use-submission.ts';

/**
 * `{what}: {message}`, or only `{what}` if there was no answer or if the message adds nothing (docs/behaviour/admin.md,
 * 5).
 */
export function failureText(what: string, { status, message }: Failure): string {
  return status === 0 || message === what ? what : `${what}: ${message}`;
}

/** The failure that a form of the panel shows after a refused call. */
export function adminFailure(what: string, failure: Failure): FormFailure {
  return { ...failure, message: failureText(what, failure) };
}
