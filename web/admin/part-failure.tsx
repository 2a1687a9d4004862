import { t } from '@lingui/core/macro';
import { useRevalidator } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { useReload } from './use-reload.ts';

/** Replaces a part of a section that could not be rendered, with a button that loads the section again. */
export function PartFailure() {
  const { state } = useRevalidator();
  const reload = useReload();
  return (
    <Note tone="failed">
      <span className="flex flex-wrap items-center gap-x-4">
        {t`This part could not be shown.`}
        <Button variant="text" busy={state === 'loading'} onClick={reload}>
          {t`Try Again`}
        </Button>
      </span>
    </Note>
  );
}
