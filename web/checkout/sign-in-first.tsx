import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { StatePage } from '../shell/state-page.tsx';
import { Button } from '../ui/button.tsx';

/** Shown to a guest instead of a page about a buyer's payment. */
export function SignInFirst() {
  useEffect(() => openSignIn(), []);
  return (
    <StatePage
      title={t`Sign in to see your payment`}
      action={
        <Button onClick={() => openSignIn()}>
          <Trans>Sign In</Trans>
        </Button>
      }
    >
      <Trans>Nothing needs to be paid again.</Trans>
    </StatePage>
  );
}
