import { t } from '@lingui/core/macro';
/** Replaces one item of a list that could not be rendered; the other items stay. */
export function FailedItem() {
  return <li className="muted">{t`This entry could not be shown.`}</li>;
}
