import { t } from '@lingui/core/macro';
import { useRevalidator } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useReload } from '../use-reload.ts';

interface ListFailureProps {
  message: string;
  /** Loads the list again. Without it, Try Again loads the data of the page again. */
  onRetry?: () => void;
}

/** Shows why a list could not be loaded, with a button that loads it again. */
export function ListFailure({ message, onRetry }: ListFailureProps) {
  const { state } = useRevalidator();
  const reload = useReload();
  return (
    <Note tone="failed">
      <span className="flex flex-wrap items-center gap-x-4">
        {message}
        <Button variant="text" busy={state === 'loading'} onClick={onRetry ?? reload}>
          {t`Try Again`}
        </Button>
      </span>
    </Note>
  );
}
