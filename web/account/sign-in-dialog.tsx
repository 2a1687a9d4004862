import { type ComponentType, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useSession } from '../session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { closeSignIn, openSignIn as open, signInOpening, subscribeToSignIn } from './sign-in-state.ts';

/** Asks who is there: sign in, create an account, or a forgotten password. */
export const openSignIn = open;

/** Once per page. */
export function SignInDialog() {
  const isOpen = useSyncExternalStore(subscribeToSignIn, signInOpening, () => null) !== null;
  const SignInViews = useSignInViews(isOpen);
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={() => closeSignIn(null)} labelledBy={titleId}>
      {SignInViews ? <SignInViews titleId={titleId} /> : <span className="spin mx-auto my-16 block" />}
    </Dialog>
  );
}

type SignInViews = ComponentType<{ titleId: string }>;

/** After the page is there, milliseconds. */
const quietTime = 2_000;

/**
 * What is in the dialog, null until it is there. A page does without: it comes for guests once all is quiet, or when it is
 * wanted. (`lazy` would have it shown 300 ms after it came.)
 */
function useSignInViews(isWanted: boolean): SignInViews | null {
  const isGuest = useSession() === null;
  const [loaded, setLoaded] = useState<{ default: SignInViews } | { failure: unknown } | null>(null);
  const isMissing = loaded === null;
  useEffect(() => {
    if (!(isMissing && (isWanted || isGuest))) return;
    const load = async () => {
      try {
        setLoaded(await import('./sign-in-views.tsx'));
      } catch (failure) {
        // Where nobody waits for it, nobody misses it: it is asked for again when it is wanted.
        if (isWanted) setLoaded({ failure });
      }
    };
    const timer = setTimeout(load, isWanted ? 0 : quietTime);
    return () => clearTimeout(timer);
  }, [isMissing, isWanted, isGuest]);
  if (loaded && 'failure' in loaded) throw loaded.failure;
  return loaded?.default ?? null;
}
