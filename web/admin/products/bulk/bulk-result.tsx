import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote, Note } from '../../../ui/note.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { useHasPassed } from '../../../use-has-passed.ts';
import { adminFailure } from '../../admin-failure.ts';
import { focusMain } from '../../focus-main.ts';
import type { Changed } from './bulk-edit.tsx';

/** How many pieces were changed, which were not and why, and a button that undoes the change until `changed.until`. */
export function BulkResult({ changed, onDone }: { changed: Changed; onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const [kept, setKept] = useState<Changed['unchanged']>([]);
  const isOver = useHasPassed(changed.until);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('undoProductsChange', { body: { at: changed.at, ids: changed.changed } });
    if (!answer.success) return adminFailure(t`Failed to undo the change`, answer);
    await revalidate();
    showToast({ tone: 'done', text: undoneWords(answer.undone.length) });
    // The button that was pressed is removed.
    focusMain();
    if (answer.unchanged.length === 0) onDone();
    else setKept(answer.unchanged);
    return undefined;
  });
  if (kept.length > 0)
    return (
      <Note tone="info">
        <Reasons rows={kept} title={t`These pieces were not changed back:`} />
      </Note>
    );
  const count = changed.changed.length;
  return (
    <Note tone={count > 0 ? 'done' : 'info'}>
      <div className="grid gap-2">
        <p>{plural(count, { one: '# piece changed.', other: '# pieces changed.' })}</p>
        {changed.unchanged.length > 0 && <Reasons rows={changed.unchanged} title={t`These pieces were not changed:`} />}
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <div className="flex gap-4">
          {count > 0 && !isOver && (
            <Button variant="text" small busy={isBusy} busyLabel={t`Undoing...`} onClick={submit}>
              {t`Undo`}
            </Button>
          )}
          <Button variant="text" small onClick={onDone}>
            {t`Dismiss`}
          </Button>
        </div>
      </div>
    </Note>
  );
}

function Reasons({ rows, title }: { rows: Changed['unchanged']; title: string }) {
  return (
    <div>
      <p>{title}</p>
      <ul className="wrap-anywhere">
        {rows.map(({ listingId, message }) => (
          <li key={listingId}>{message}</li>
        ))}
      </ul>
    </div>
  );
}

const undoneWords = (count: number) => plural(count, { one: '# piece changed back', other: '# pieces changed back' });
