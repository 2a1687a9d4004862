import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import type { CheckoutMethod } from '#contract/states.ts';
import type { Failure } from '../api.ts';
import { showToast } from '../ui/toast.tsx';
import { type Attempt, type Purchase, pay, type Started, startPayment } from './pay.ts';

export type PaymentProgress =
  | { phase: 'idle' | 'processing' }
  /** The browser opens another page, where the buyer pays or reads how to. */
  | { phase: 'leaving'; goTo: string }
  /** `attempts`: the number of failures, so that each one is announced. */
  | {
      phase: 'failed';
      method: CheckoutMethod;
      reason: string;
      /** The id of another order of the buyer that waits for a transfer or for the bank. */
      waitingOrder: string | undefined;
      fields: Failure['fields'];
      attempts: number;
    };

interface PaymentOptions {
  /** Whether the buyer pays on a page of the processor. */
  isElsewhere: boolean;
  onLeaving: (orderId: string, purchase: Purchase) => void;
  onPaid: (orderId: string, purchase: Purchase) => void;
  onFailed: (failure: Failure) => void;
}

/** Runs one payment at a time and blocks navigation meanwhile (docs/behaviour/checkout.md, 14). */
export function usePayment({ isElsewhere, onLeaving, onPaid, onFailed }: PaymentOptions) {
  const [progress, setProgress] = useState<PaymentProgress>({ phase: 'idle' });
  const attempt = useRef<Attempt | null>(null);
  const attempts = useRef(0);
  const isRunning = useRef(false);
  useBlockNavigation(progress.phase === 'processing');
  useOpenNextPage(progress);

  async function start(purchase: Purchase) {
    if (isRunning.current) return;
    isRunning.current = true;
    setProgress({ phase: 'processing' });
    const { paymentMethod: method } = purchase;
    const paysHere = !isElsewhere && method !== 'transfer';
    const outcome = await (paysHere ? pay : startPayment)(purchase, attempt.current);
    if ('goTo' in outcome) return leave(outcome, purchase);
    isRunning.current = false;
    if (outcome.paid) {
      setProgress({ phase: 'idle' });
      return onPaid(outcome.orderId, purchase);
    }
    const { failure } = outcome;
    attempt.current = outcome.attempt;
    attempts.current += 1;
    const { fields, orderId: waitingOrder } = failure;
    const reason = reasonOf(failure);
    setProgress({ phase: 'failed', method, reason, waitingOrder, fields, attempts: attempts.current });
    onFailed(failure);
  }

  function leave({ orderId, goTo }: Started, purchase: Purchase) {
    onLeaving(orderId, purchase);
    setProgress({ phase: 'leaving', goTo });
  }

  return { progress, start: (purchase: Purchase) => void start(purchase) };
}

function reasonOf({ status, message }: Failure): string {
  if (status === 0) return t`The shop could not be reached. Trying again never buys a piece twice.`;
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** Opens the page where the buyer pays or reads how to, after the block of navigation has ended. */
function useOpenNextPage(progress: PaymentProgress): void {
  const goTo = progress.phase === 'leaving' ? progress.goTo : null;
  const navigate = useNavigate();
  useEffect(() => {
    if (goTo === null) return;
    // A page of the shop replaces the form, which has nothing more to pay.
    if (goTo.startsWith('/')) return void navigate(goTo, { replace: true });
    window.location.assign(goTo);
    // When the buyer goes back from there, the browser may show this page as it was left. It is then loaded again.
    const reload = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pageshow', reload);
    return () => window.removeEventListener('pageshow', reload);
  }, [goTo, navigate]);
}

function useBlockNavigation(isActive: boolean): void {
  const blocker = useBlocker(isActive);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    showToast({ tone: 'news', text: t`Your payment is being processed. Please wait a moment.` });
  }, [blocker]);
  useEffect(() => {
    if (!isActive) return;
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeave);
    return () => window.removeEventListener('beforeunload', confirmLeave);
  }, [isActive]);
}
