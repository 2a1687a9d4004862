import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import type { Failure } from '../api.ts';
import { showToast } from '../ui/toast.tsx';
import { type Attempt, type Purchase, pay } from './pay.ts';

export type PaymentProgress =
  | { phase: 'idle' | 'processing' }
  /** `attempts`: the number of failures, so that each one is announced. */
  | { phase: 'failed'; reason: string; fields: Failure['fields']; attempts: number };

interface PaymentCallbacks {
  onPaid: (orderId: string, purchase: Purchase) => void;
  onFailed: (failure: Failure) => void;
}

/** Runs one payment at a time and blocks navigation meanwhile (docs/behaviour/checkout.md, 14). */
export function usePayment({ onPaid, onFailed }: PaymentCallbacks) {
  const [progress, setProgress] = useState<PaymentProgress>({ phase: 'idle' });
  const attempt = useRef<Attempt | null>(null);
  const attempts = useRef(0);
  const isRunning = useRef(false);
  useBlockNavigation(progress.phase === 'processing');

  async function start(purchase: Purchase) {
    if (isRunning.current) return;
    isRunning.current = true;
    setProgress({ phase: 'processing' });
    const outcome = await pay(purchase, attempt.current);
    isRunning.current = false;
    if (outcome.paid) {
      setProgress({ phase: 'idle' });
      return onPaid(outcome.orderId, purchase);
    }
    const { failure } = outcome;
    attempt.current = outcome.attempt;
    attempts.current += 1;
    setProgress({ phase: 'failed', reason: reasonOf(failure), fields: failure.fields, attempts: attempts.current });
    onFailed(failure);
  }

  return { progress, start: (purchase: Purchase) => void start(purchase) };
}

function reasonOf({ status, message }: Failure): string {
  if (status === 0) return 'The shop could not be reached. Trying again never buys a piece twice.';
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function useBlockNavigation(isActive: boolean): void {
  const blocker = useBlocker(isActive);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    showToast({ tone: 'news', text: 'Your payment is being processed. Please wait a moment.' });
  }, [blocker]);
  useEffect(() => {
    if (!isActive) return;
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeave);
    return () => window.removeEventListener('beforeunload', confirmLeave);
  }, [isActive]);
}
