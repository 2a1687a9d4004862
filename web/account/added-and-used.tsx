import { Trans } from '@lingui/react/macro';
import { useTimes } from '../shell/use-times.ts';

/** Says when a second factor was added and when it was last used. `lastUsedAt` is null if it was never used. */
export function AddedAndUsed({ addedAt, lastUsedAt }: { addedAt: string; lastUsedAt: string | null }) {
  const { minute } = useTimes();
  const added = <time dateTime={addedAt}>{minute(addedAt)}</time>;
  if (!lastUsedAt) return <Trans>Added {added}</Trans>;
  return (
    <Trans>
      Added {added}, last used <time dateTime={lastUsedAt}>{minute(lastUsedAt)}</time>
    </Trans>
  );
}
