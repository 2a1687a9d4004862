import { Trans } from '@lingui/react/macro';
import { Note } from '../ui/note.tsx';

/** Shown above fields that were filled from the profile (docs/behaviour/checkout.md, 17). */
export function ProfileNote() {
  return (
    <Note tone="done">
      <Trans>Payment info was auto-filled from your profile.</Trans>
    </Note>
  );
}
