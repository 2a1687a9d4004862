import { t } from '@lingui/core/macro';
import type { FormFailure } from '../ui/use-submission.ts';

/** The failure that names the blank fields among `names`; undefined if none of them is blank. */
export function missingFields<Name extends string>(
  draft: Readonly<Record<Name, string>>,
  names: readonly Name[],
): FormFailure | undefined {
  const missing = names.filter((name) => draft[name].trim() === '');
  if (missing.length === 0) return undefined;
  return {
    message: t`Please fill in all required fields`,
    fields: Object.fromEntries(missing.map((name) => [name, t`This field is required`])),
  };
}
