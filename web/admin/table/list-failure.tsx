import { t } from '@lingui/core/macro';
import { useRevalidator } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';

/** Shows why a list could not be loaded, with a button that loads it again. */
export function ListFailure({ message }: { message: string }) {
  const { state, revalidate } = useRevalidator();
  return (
    <Note tone="failed">
      <span className="flex flex-wrap items-center gap-x-4">
        {message}
        <Button variant="text" busy={state === 'loading'} onClick={() => void revalidate()}>
          {t`Try Again`}
        </Button>
      </span>
    </Note>
  );
}
