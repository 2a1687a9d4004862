import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SecondFactorNeeded } from '#contract/accounts.ts';
import { canBuy } from '#contract/states.ts';
import { currentLines } from '../cart/cart-lines.ts';
import { closeCart } from '../cart/cart-store.ts';
import { mergeAtSignIn } from '../cart/server-cart.ts';
import { mergeSavedAtSignIn } from '../saved/saved-listings.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { showToast } from '../ui/toast.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { type SignedInPerson, SignInForm } from './sign-in-form.tsx';
import { closeSignIn, type SignInOptions, signInOpening } from './sign-in-state.ts';

type View = 'signin' | 'register' | 'forgot' | 'second step';
const titles: Record<View, string> = {
  signin: t`Sign In`,
  register: t`Create Account`,
  forgot: t`Forgot password`,
  'second step': t`One more step`,
};

/** The views of the sign-in dialog. They are mounted anew for every opening, and keep its options while the dialog closes. */
export default function SignInViews({ titleId }: { titleId: string }) {
  const [options] = useState(() => signInOpening.get() ?? {});
  const [view, setView] = useState<View>(options.mode ?? 'signin');
  const [email, setEmail] = useState(options.email ?? '');
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null);
  const afterSignIn = useAfterSignIn();
  const onSignedIn = (person: SignedInPerson) => afterSignIn(person, options);
  const onSecondFactor = (asked: SecondFactorNeeded) => {
    setNeeded(asked);
    setView('second step');
  };
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each view, because the button that opened it was removed with the previous view.
  useEffect(() => content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [view]);
  return (
    <div ref={content}>
      <IconButton className="dialog-close" label={t`Close`} onClick={() => closeSignIn(null)}>
        <Icon name="close" />
      </IconButton>
      <h2 className="heading-dialog mb-6" id={titleId}>
        {titles[view]}
      </h2>
      {view === 'forgot' && <ForgotPasswordForm email={email} onEmail={setEmail} onBack={() => setView('signin')} />}
      {view === 'second step' && needed && (
        <SecondStepForm {...{ needed, onSignedIn }} onBack={() => setView('signin')} />
      )}
      {(view === 'signin' || view === 'register') && (
        <SignInForm
          {...{ view, email, onView: setView, onEmail: setEmail, onSignedIn, onSecondFactor }}
          sessionExpired={options.sessionExpired ?? false}
        />
      )}
    </div>
  );
}

/** Returns what runs after a sign-in: it merges the carts and the saved pieces, then goes to the requested page or stays on this one. */
function useAfterSignIn() {
  const navigate = useNavigate();
  return async ({ name, email }: SignedInPerson, options: SignInOptions) => {
    const { continueTo, onSignedIn } = options;
    await Promise.all([mergeAtSignIn(), mergeSavedAtSignIn()]);
    const isDismissed = signInOpening.get() !== options;
    closeSignIn(email);
    if (!isDismissed) onSignedIn?.();
    // The panel refuses users who are not admins.
    if (typeof continueTo === 'object') return navigate(continueTo.panel);
    const products = currentLines().filter(canBuy);
    if (continueTo !== 'payment' || products.length === 0) {
      showToast({ tone: 'done', text: t`You are signed in as ${name}.` });
      return;
    }
    closeCart();
    await navigate('/payment', { state: { products } });
  };
}
