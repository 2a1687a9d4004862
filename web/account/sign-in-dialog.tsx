import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId } from 'react';
import { useSession } from '../session.ts';
import { lazyComponent, useLazyComponent } from '../shell/lazy-component.ts';
import { LoadFailure } from '../shell/load-failure.tsx';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { useStore } from '../ui/store.ts';
import { closeSignIn, openSignIn as open, signInOpening } from './sign-in-state.ts';

/** Opens the dialog with the views Sign In, Create Account and Forgot Password. */
export const openSignIn = open;

const signInViews = lazyComponent(() => import('./sign-in-views.tsx'));
const close = () => closeSignIn(null);

/** The sign-in dialog. Every page has it once. */
export function SignInDialog() {
  const isOpen = useStore(signInOpening, null) !== null;
  const titleId = useId();
  usePreloadForGuests();
  return (
    <Dialog open={isOpen} onClose={close} labelledBy={titleId}>
      <SignInContents titleId={titleId} />
    </Dialog>
  );
}

function SignInContents({ titleId }: { titleId: string }) {
  const { Component: SignInViews, hasFailed, ...failure } = useLazyComponent(signInViews);
  if (SignInViews) return <SignInViews titleId={titleId} />;
  return (
    <>
      <IconButton className="dialog-close" label={t`Close`} onClick={close}>
        <Icon name="close" />
      </IconButton>
      <h2 className="heading-dialog mb-6" id={titleId}>
        <Trans>Sign In</Trans>
      </h2>
      {hasFailed ? <LoadFailure {...failure} /> : <span className="spin mx-auto my-16 block" />}
    </>
  );
}

/** Milliseconds between the first render of the page in the browser and the preload. */
const preloadDelay = 2_000;

/** Preloads the views of the dialog for guests. If that fails, the dialog loads them again when it opens. */
function usePreloadForGuests(): void {
  const isGuest = useSession() === null;
  useEffect(() => {
    if (!isGuest) return;
    const timer = setTimeout(() => void signInViews.load().catch(() => null), preloadDelay);
    return () => clearTimeout(timer);
  }, [isGuest]);
}
