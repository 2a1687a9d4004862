import type { Failure } from '../api.ts';
import type { FormFailure } from '../ui/use-submission.ts';

/** Shows a refused code (403) at the field `code`, errors of fields at their fields, and every other failure for the whole form. */
export function codeFailure({ status, message, fields, code }: Failure): FormFailure {
  if (fields) return { message: '', fields };
  return status === 403 && code === undefined ? { message: '', fields: { code: message } } : { message };
}
