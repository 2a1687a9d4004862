import type { Failure } from '../api.ts';
import { showToast } from '../ui/toast.tsx';

/**
 * `{what}: {message}`, or only `{what}` if there was no answer or if the message adds nothing (docs/behaviour/admin.md,
 * 5).
 */
export function failureText(what: string, { status, message }: Failure): string {
  return status === 0 || message === what ? what : `${what}: ${message}`;
}

/** Shows the failure until it is dismissed. */
export function failedToast(what: string, failure: Failure): void {
  showToast({ tone: 'failed', text: failureText(what, failure) });
}
