import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { DeliveryOption } from '#contract/delivery.ts';
import { sumDollars } from '#contract/money.ts';
import type { Delivery, OrderDetails } from '#contract/orders.ts';
import type { CheckoutMethod } from '#contract/states.ts';
import { call } from '../api.ts';
import { type CartLine, totalOf } from '../cart/cart-line.ts';
import { chosenPlace } from '../delivery/delivery-place.ts';
import { Price } from '../shell/price.tsx';
import { useShop } from '../shell/shop.ts';
import { useTimes } from '../shell/use-times.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import {
  beginAtPlace,
  blankForm,
  deliveryErrors,
  deliveryOf,
  type FieldErrors,
  type FieldName,
  fillFromProfile,
  formOf,
  groupOfProfileNote,
  missingFields,
} from './checkout-form.ts';
import { declineWords } from './decline-words.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import type { FormState } from './form-field.tsx';
import { MethodChoice } from './method-choice.tsx';
import { MethodElsewhere } from './method-elsewhere.tsx';
import { noticeId } from './order-summary.tsx';
import { transferAddress } from './pay.ts';
import { useTransferWords } from './transfer-words.ts';
import type { PaymentProgress } from './use-payment.ts';

/** Loaded only in shops that have set up delivery. */
const DeliveryChoice = lazy(() => import('./delivery-choice.tsx'));

interface PaymentFormProps {
  products: readonly CartLine[];
  deliveryOption: DeliveryOption | null;
  onDeliveryOption: (option: DeliveryOption | null) => void;
  /** The order with which the buyer came back without paying. */
  unpaid: OrderDetails | null;
  progress: PaymentProgress;
  /** No listing can be bought now; the notice in the summary says why. */
  isBlocked: boolean;
  /** `savesAddress`: whether to save the address in the profile. */
  onPay: (paymentMethod: CheckoutMethod, delivery: Delivery, savesAddress: boolean) => void;
  /** Called by 'Cancel & Back to Collection'. */
  onCancel: () => void;
}

/** The form for payment method and delivery (docs/behaviour/checkout.md, 13 to 17). */
export function PaymentForm(props: PaymentFormProps) {
  const { products, deliveryOption, onDeliveryOption, unpaid, progress, isBlocked, onPay, onCancel } = props;
  const element = useRef<HTMLFormElement>(null);
  const [method, setMethod] = useState<CheckoutMethod>('credit');
  const { filled, savesAddress, setSavesAddress, ...form } = useCheckoutForm(progress, unpaid);
  const { payments, delivery } = useShop();
  const isElsewhere = payments.mode === 'stripe';
  const total = sumDollars([totalOf(products), deliveryOption?.price ?? 0]);
  const [asksForDelivery, setAsksForDelivery] = useState(false);
  const ownMethod = isElsewhere ? null : method;
  const noteGroup = groupOfProfileNote(filled, ownMethod);
  const isProcessing = progress.phase === 'processing' || progress.phase === 'leaving';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isProcessing) return;
    const missing = missingFields(form.values, ownMethod);
    // flushSync, so that the fields are marked as invalid before the first of them takes the focus.
    flushSync(() => form.setErrors(missing));
    focusFirstInvalid(element.current);
    const isDeliveryMissing = delivery.offered && !deliveryOption;
    setAsksForDelivery(isDeliveryMissing);
    if (Object.keys(missing).length === 0 && !isDeliveryMissing)
      onPay(method, deliveryOf(form.values), savesAddress === true);
  }

  const refusal = progress.phase === 'failed' ? progress.fields : undefined;
  // Messages of fields are shown at the fields; all others above the button.
  useEffect(() => {
    if (refusal) focusFirstInvalid(element.current);
  }, [refusal]);

  return (
    <form ref={element} noValidate onSubmit={submit} aria-busy={isProcessing}>
      {unpaid && progress.phase === 'idle' && <UnpaidNote order={unpaid} />}
      {!isElsewhere && (
        <MethodChoice method={method} onMethod={setMethod} form={form} hasNote={noteGroup === 'method'} />
      )}
      <DeliveryFields form={form} notedGroup={noteGroup} />
      {delivery.offered && (
        <Suspense fallback={<Skeleton className="mb-6 h-40" />}>
          <DeliveryChoice
            pieces={products}
            form={form}
            option={deliveryOption}
            onOption={onDeliveryOption}
            isMissing={asksForDelivery && !deliveryOption}
            attempts={progress.phase === 'failed' ? progress.attempts : 0}
          />
        </Suspense>
      )}
      {savesAddress !== null && (
        <div className="mb-6">
          <Checkbox
            label={t`Keep this address in my profile`}
            checked={savesAddress}
            onChange={(event) => setSavesAddress(event.target.checked)}
          />
        </div>
      )}
      {isElsewhere && <MethodElsewhere method={method} onMethod={setMethod} />}
      <div className="grid justify-items-center gap-3">
        {progress.phase === 'failed' && (
          <FailureNote key={progress.attempts}>
            {progress.method === 'transfer'
              ? t`The order was not placed, and nothing is owed.`
              : t`Payment failed. Please try again.`}
            {progress.reason && <p>{progress.reason}</p>}
            {progress.waitingOrder && (
              <Link className="line-link" to={transferAddress(progress.waitingOrder)}>
                <Trans>Open that order</Trans>
              </Link>
            )}
          </FailureNote>
        )}
        <Button
          type="submit"
          variant="buy"
          full
          className="numeric min-h-14"
          busy={isProcessing}
          busyLabel={busyLabelOf(method, isElsewhere)}
          {...(isBlocked && { 'aria-disabled': true, 'aria-describedby': noticeId })}
        >
          <ButtonText method={method} isElsewhere={isElsewhere} total={total} />
        </Button>
        <Link className="button-text" to="/" onClick={isProcessing ? (event) => event.preventDefault() : onCancel}>
          <Trans>Cancel & Back to Collection</Trans>
        </Link>
      </div>
    </form>
  );
}

function ButtonText({ method, isElsewhere, total }: { method: CheckoutMethod; isElsewhere: boolean; total: number }) {
  const sum = <Price of={total} />;
  if (method === 'transfer') return <Trans>Order, then pay {sum} by transfer</Trans>;
  return isElsewhere ? <Trans>Continue to payment {sum}</Trans> : <Trans>Pay {sum}</Trans>;
}

function busyLabelOf(method: CheckoutMethod, isElsewhere: boolean): string {
  if (method === 'transfer') return t`Placing your order...`;
  return isElsewhere ? t`Opening the secure page...` : t`Processing...`;
}

/** The buyer came back from the page of the processor. */
function UnpaidNote({ order: { declined, holdExpiresAt, paymentMethod } }: { order: OrderDetails }) {
  const { clock } = useTimes();
  const transfer = useTransferWords();
  if (!declined)
    return (
      <Note tone="failed">
        <Trans>
          <strong className="font-semibold">Nothing was paid.</strong> Your card was not charged. You can try again,
          with the same card or another one.
        </Trans>
      </Note>
    );
  return (
    <Note tone="failed">
      <strong className="font-semibold">
        {paymentMethod === 'payto' ? t`Your bank refused the payment.` : declineWords[declined]}
      </strong>{' '}
      {nextStep(paymentMethod === 'payto', transfer?.label)}
      {holdExpiresAt && ` ${t`The pieces stay held for you until ${{ time: clock(holdExpiresAt) }}.`}`}
    </Note>
  );
}

function nextStep(isPayTo: boolean, transfer: string | undefined): string {
  if (transfer)
    return isPayTo
      ? t`Nothing was charged. Use a card, or choose ${transfer} below.`
      : t`Nothing was charged. Use another card, or choose ${transfer} below.`;
  return isPayTo ? t`Nothing was charged. Use a card.` : t`Nothing was charged. Use another card.`;
}

function focusFirstInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

interface CheckoutForm extends FormState {
  /** The fields that were filled from the profile. */
  filled: ReadonlySet<FieldName>;
  /** Null until the profile is loaded. */
  savesAddress: boolean | null;
  setSavesAddress: (saves: boolean) => void;
  setErrors: (errors: FieldErrors) => void;
}

function useCheckoutForm(progress: PaymentProgress, unpaid: OrderDetails | null): CheckoutForm {
  const [{ values, filled }, setContent] = useState(() => (unpaid ? formOf(unpaid.delivery) : blankForm));
  const offersDelivery = useShop().delivery.offered;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [savesAddress, setSavesAddress] = useState<boolean | null>(null);
  const fields = progress.phase === 'failed' ? progress.fields : undefined;
  const [shownFields, setShownFields] = useState(fields);
  if (fields !== shownFields) {
    setShownFields(fields);
    if (fields) setErrors(deliveryErrors(fields));
  }

  useEffect(() => {
    // The order has everything.
    if (unpaid) return;
    let isUnmounted = false;
    void call('getProfile').then((answer) => {
      if (!answer.success || isUnmounted) return;
      setContent((typed) => {
        const content = fillFromProfile(typed.values, answer.user);
        return offersDelivery ? beginAtPlace(content, chosenPlace()) : content;
      });
      setSavesAddress(answer.user.deliveryAddress === '');
    });
    return () => {
      isUnmounted = true;
    };
  }, [unpaid, offersDelivery]);

  return {
    values,
    errors,
    filled,
    savesAddress,
    setSavesAddress,
    setErrors,
    change: (name, value) => {
      // The profile may have been filled in since the last rendering.
      setContent((latest) => ({ ...latest, values: { ...latest.values, [name]: value } }));
      // Clear the error of the field until the next attempt.
      setErrors((latest) => ({ ...latest, [name]: undefined }));
    },
  };
}
