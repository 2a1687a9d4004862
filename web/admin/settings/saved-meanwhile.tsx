import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/note.tsx';

/** Says which fields (`news`) somebody else has saved meanwhile, before this owner replaces their values by saving again. */
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
