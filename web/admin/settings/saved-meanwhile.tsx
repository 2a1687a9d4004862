import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/note.tsx';

/** Two owners changed the same fields. This one sees which, before saving again replaces the other's values. */
export function SavedMeanwhile({ news, onTake }: { news: readonly string[]; onTake: () => void }) {
  const names = news.join(', ');
  return (
    <FailureNote>
      <p>
        <Trans>
          Somebody else has saved meanwhile: {names}. This page still has your version. Saving again replaces theirs.
        </Trans>
      </p>
      <Button variant="text" onClick={onTake}>
        {t`Take theirs`}
      </Button>
    </FailureNote>
  );
}
