import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { focusMain } from '../../focus-main.ts';
import type { Intake } from './use-intake.ts';

/** Says what was typed about pieces that others have taken away meanwhile, so that it can be typed elsewhere. */
export function LostNote({ intake: { lost, forgetLost } }: { intake: Intake }) {
  if (lost.length === 0) return null;
  const byPiece = Map.groupBy(lost, ({ piece }) => piece);
  return (
    <Note tone="failed">
      <p>
        <Trans>
          Somebody else has made drafts of these pieces, or has moved or removed their photographs. What you typed here
          is not saved:
        </Trans>
      </p>
      <ul>
        {[...byPiece].map(([piece, cells]) => (
          <li key={piece}>
            {piece} ({cells.map(({ typed }) => typed).join('; ')})
          </li>
        ))}
      </ul>
      <Button
        variant="text"
        small
        onClick={() => {
          forgetLost();
          // The button is removed.
          focusMain();
        }}
      >
        {t`Dismiss`}
      </Button>
    </Note>
  );
}
