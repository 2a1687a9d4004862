import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import type { Delivery } from '#contract/orders.ts';
import type { PaymentMethod } from '#contract/states.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import {
  blankValues,
  deliveryOf,
  errorsOfIssues,
  type FieldErrors,
  fillFromProfile,
  knowsPaymentOrDelivery,
  missingFields,
} from './checkout-form.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import type { FormState } from './form-field.tsx';
import { MethodChoice } from './method-choice.tsx';
import { noticeId } from './order-summary.tsx';
import type { PaymentProgress } from './use-payment.ts';

interface PaymentFormProps {
  /** Dollars. */
  total: number;
  progress: PaymentProgress;
  /** None of it can be bought now; the notice in the summary says why. */
  isStopped: boolean;
  /** `keepsAddress`: the profile is to know it from now on. */
  onPay: (paymentMethod: PaymentMethod, delivery: Delivery, keepsAddress: boolean) => void;
  /** Leaves by 'Cancel & Back to Collection'. */
  onCancel: () => void;
}

/** How it is paid for and where it goes (SPEC.md §2, Payment page; §5, Checkout form). */
export function PaymentForm({ total, progress, isStopped, onPay, onCancel }: PaymentFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [method, setMethod] = useState<PaymentMethod>('credit');
  const { isFilled, keepsAddress, setKeepsAddress, ...form } = useCheckoutForm(progress);
  const isProcessing = progress.phase === 'processing';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isProcessing) return;
    const missing = missingFields(form.values, method);
    // At once, so that the fields are marked when the first of them gets the focus.
    flushSync(() => form.setErrors(missing));
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    if (Object.keys(missing).length === 0) onPay(method, deliveryOf(form.values), keepsAddress === true);
  }

  return (
    <form ref={element} noValidate onSubmit={submit} aria-busy={isProcessing}>
      <div className="grid gap-4 empty:hidden">
        {isFilled && <Note tone="done">Payment info was auto-filled from your profile.</Note>}
        {progress.phase === 'failed' && (
          <Note tone="failed" key={progress.attempts}>
            Payment failed. Please try again.
            {progress.reason && <p>{progress.reason}</p>}
          </Note>
        )}
      </div>
      <MethodChoice method={method} onMethod={setMethod} form={form} />
      <DeliveryFields form={form} />
      {keepsAddress !== null && (
        <div className="mb-6">
          <Checkbox
            label="Keep this address in my profile"
            checked={keepsAddress}
            onChange={(event) => setKeepsAddress(event.target.checked)}
          />
        </div>
      )}
      <div className="grid justify-items-center gap-3">
        <Button
          type="submit"
          variant="buy"
          full
          className="num min-h-14"
          busy={isProcessing}
          busyLabel="Processing..."
          {...(isStopped && { 'aria-disabled': true, 'aria-describedby': noticeId })}
        >
          Pay {formatDollars(total)}
        </Button>
        <Link className="btn-text" to="/" onClick={isProcessing ? (event) => event.preventDefault() : onCancel}>
          Cancel & Back to Collection
        </Link>
      </div>
    </form>
  );
}

interface CheckoutForm extends FormState {
  isFilled: boolean;
  /** Null until the profile is there. */
  keepsAddress: boolean | null;
  setKeepsAddress: (keeps: boolean) => void;
  setErrors: (errors: FieldErrors) => void;
}

function useCheckoutForm(progress: PaymentProgress): CheckoutForm {
  const [values, setValues] = useState(blankValues);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isFilled, setIsFilled] = useState(false);
  const [keepsAddress, setKeepsAddress] = useState<boolean | null>(null);
  const issues = progress.phase === 'failed' ? progress.issues : undefined;
  const [shownIssues, setShownIssues] = useState(issues);
  if (issues !== shownIssues) {
    setShownIssues(issues);
    if (issues) setErrors(errorsOfIssues(issues));
  }

  useEffect(() => {
    let isGone = false;
    void call('getProfile').then((answer) => {
      if (!answer.success || isGone) return;
      setValues((typed) => fillFromProfile(typed, answer.user));
      setIsFilled(knowsPaymentOrDelivery(answer.user));
      setKeepsAddress(answer.user.deliveryAddress === '');
    });
    return () => {
      isGone = true;
    };
  }, []);

  return {
    values,
    errors,
    isFilled,
    keepsAddress,
    setKeepsAddress,
    setErrors,
    change: (name, value) => {
      setValues({ ...values, [name]: value });
      // What was missing is there: no need to be told until the next attempt.
      setErrors({ ...errors, [name]: undefined });
    },
  };
}
