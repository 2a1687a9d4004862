import { lazy, Suspense, useId, useSyncExternalStore } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { closeSignIn, openSignIn as open, signInOpening, subscribeToSignIn } from './sign-in-state.ts';

/** Most visits need none of it: what is in the dialog is fetched when it is opened first. */
const SignInViews = lazy(() => import('./sign-in-views.tsx'));

/** Asks who is there: sign in, create an account, or a forgotten password. */
export const openSignIn = open;

/** Once per page. */
export function SignInDialog() {
  const opening = useSyncExternalStore(subscribeToSignIn, signInOpening, () => null);
  const titleId = useId();
  return (
    <Dialog open={opening !== null} onClose={() => closeSignIn(null)} labelledBy={titleId}>
      <Suspense fallback={<span className="spin mx-auto my-16 block" />}>
        <SignInViews titleId={titleId} />
      </Suspense>
    </Dialog>
  );
}
