import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { lazyComponent } from '../shell/lazy-component.ts';
import { LazyContent } from '../shell/lazy-content.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useStore } from '../ui/store.ts';
import { closeIdentityConfirmation, isConfirmingIdentity } from './confirm-identity-state.ts';

const confirmIdentityForm = lazyComponent(() => import('./confirm-identity-form.tsx'));

/** Asks for the password when a call needs a recent one (docs/behaviour/accounts.md, 27). Every page has it once. */
export function ConfirmIdentityDialog() {
  const titleId = useId();
  return (
    <Dialog
      open={useStore(isConfirmingIdentity, false)}
      onClose={() => closeIdentityConfirmation(false)}
      labelledBy={titleId}
      alert
    >
      <div className="grid gap-4">
        <h2 className="heading-dialog" id={titleId}>
          <Trans>Confirm it is you</Trans>
        </h2>
        <LazyContent of={confirmIdentityForm} props={{}} />
      </div>
    </Dialog>
  );
}
