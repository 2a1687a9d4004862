import type { Failure } from '../api.ts';
import { showToast } from '../ui/toast.tsx';

/**
 * `{what}: {message}`, the failure texts of SPEC.md §8, Admin alerts. Without the message where there was no answer, or
 * where the message says no more.
 */
export function failureText(what: string, { status, message }: Failure): string {
  return status === 0 || message === what ? what : `${what}: ${message}`;
}

/** Says so until it is dismissed. */
export function failedToast(what: string, failure: Failure): void {
  showToast({ tone: 'failed', text: failureText(what, failure) });
}
