import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { canBuy } from '#contract/states.ts';
import { currentLines } from '../cart/cart-lines.ts';
import { closeCart } from '../cart/cart-store.ts';
import { mergeAtSignIn } from '../cart/server-cart.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { showToast } from '../ui/toast.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { type SignedInPerson, SignInForm } from './sign-in-form.tsx';
import { closeSignIn, type SignInOptions, signInOpening } from './sign-in-state.ts';

type View = 'signin' | 'register' | 'forgot';
const titles: Record<View, string> = { signin: 'Sign In', register: 'Create Account', forgot: 'Forgot password' };

/** Made anew at every opening; keeps what it was opened with while it leaves the screen. */
export default function SignInViews({ titleId }: { titleId: string }) {
  const [options] = useState(() => signInOpening() ?? {});
  const [view, setView] = useState<View>(options.mode ?? 'signin');
  const [email, setEmail] = useState(options.email ?? '');
  const goOn = useWayOn();
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each view; what was pressed for it is gone with the old one.
  useEffect(() => content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [view]);
  return (
    <div ref={content}>
      <IconButton className="dialog-x" label="Close" onClick={() => closeSignIn(null)}>
        <Icon name="close" />
      </IconButton>
      <h2 className="h-dialog mb-6" id={titleId}>
        {titles[view]}
      </h2>
      {view === 'forgot' ? (
        <ForgotPasswordForm email={email} onEmail={setEmail} onBack={() => setView('signin')} />
      ) : (
        <SignInForm
          {...{ view, email, onView: setView, onEmail: setEmail }}
          again={options.again ?? false}
          onSignedIn={(person) => goOn(person, options)}
        />
      )}
    </div>
  );
}

/** After success: the carts become one, and people go on where they were or to the payment they were on the way to. */
function useWayOn() {
  const navigate = useNavigate();
  return async ({ name, email }: SignedInPerson, { goOnTo }: SignInOptions) => {
    await mergeAtSignIn();
    closeSignIn(email);
    const products = currentLines().filter(canBuy);
    if (goOnTo !== 'payment' || products.length === 0) {
      showToast({ tone: 'done', text: `You are signed in as ${name}.` });
      return;
    }
    closeCart();
    await navigate('/payment', { state: { products } });
  };
}
