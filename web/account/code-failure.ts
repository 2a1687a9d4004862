import type { Failure } from '../api.ts';
import type { FormFailure } from '../ui/use-submission.ts';

/** A refused code belongs to its field; anything else belongs to the whole form. */
export function codeFailure({ status, message, fields, code }: Failure): FormFailure {
  if (fields) return { message: '', fields };
  return status === 403 && code === undefined ? { message: '', fields: { code: message } } : { message };
}
