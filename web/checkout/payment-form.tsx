import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { DeliveryOption } from '#contract/delivery.ts';
import { sumPrices } from '#contract/money.ts';
import type { Delivery, OrderDetails } from '#contract/orders.ts';
import type { CheckoutMethod } from '#contract/states.ts';
import { type CartLine, totalOf } from '../cart/cart-line.ts';
import { Price } from '../shell/price.tsx';
import { useShop } from '../shell/shop.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { deliveryOf, groupOfProfileNote, missingFields } from './checkout-form.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { MethodChoice } from './method-choice.tsx';
import { MethodElsewhere } from './method-elsewhere.tsx';
import { noticeId } from './order-summary.tsx';
import { transferAddress } from './pay.ts';
import { UnpaidNote } from './unpaid-note.tsx';
import { useCheckoutForm } from './use-checkout-form.ts';
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
  /** Whether no listing can be bought now; the notice in the summary says why. */
  isBlocked: boolean;
  /** `savesAddress`: whether to save the address in the profile. */
  onPay: (paymentMethod: CheckoutMethod, delivery: Delivery, savesAddress: boolean) => void;
  /** Called by 'Cancel & Back to Collection'. */
  onCancel: () => void;
}

/** The form for payment method and delivery (docs/behaviour/checkout.md, 13 to 17). */
export function PaymentForm(props: PaymentFormProps) {
  const { products, deliveryOption, onDeliveryOption, unpaid, progress, isBlocked, onPay, onCancel } = props;
  const { filled, savesAddress, setSavesAddress, ...form } = useCheckoutForm(progress, unpaid);
  const { payments, delivery } = useShop();
  const [method, setMethod] = useState(() => methodOf(unpaid, payments.methods));
  const isElsewhere = payments.mode === 'stripe';
  const ownMethod = isElsewhere ? null : method;
  const noteGroup = groupOfProfileNote(filled, ownMethod);
  const [asksForDelivery, setAsksForDelivery] = useState(false);
  const element = useFocusAfterRefusal(progress);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isProcessing(progress)) return;
    const missing = missingFields(form.values, ownMethod);
    const isDeliveryMissing = delivery.offered && !deliveryOption;
    // flushSync, so that the fields are marked as invalid before the first of them takes the focus.
    flushSync(() => {
      form.setErrors(missing);
      setAsksForDelivery(isDeliveryMissing);
    });
    focusFirstInvalid(element.current);
    if (Object.keys(missing).length === 0 && !isDeliveryMissing)
      onPay(method, deliveryOf(form.values), savesAddress === true);
  }

  return (
    <form ref={element} noValidate onSubmit={submit} aria-busy={isProcessing(progress)}>
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
      {savesAddress !== null && <KeepAddress checked={savesAddress} onChange={setSavesAddress} />}
      {isElsewhere && <MethodElsewhere method={method} onMethod={setMethod} />}
      <PaymentActions
        method={method}
        total={sumPrices([totalOf(products), deliveryOption?.price ?? 0])}
        progress={progress}
        isBlocked={isBlocked}
        onCancel={onCancel}
      />
    </form>
  );
}

/** The method of the order with which the buyer came back, if the shop still offers it; else the card. */
const methodOf = (unpaid: OrderDetails | null, offered: readonly CheckoutMethod[]): CheckoutMethod =>
  offered.find((method) => method === unpaid?.paymentMethod) ?? 'credit';

/** The ref of the form. When the server refuses fields of the form, the first of them takes the focus. */
function useFocusAfterRefusal(progress: PaymentProgress) {
  const form = useRef<HTMLFormElement>(null);
  const refusal = progress.phase === 'failed' ? progress.fields : undefined;
  // Messages of fields are shown at the fields; all others above the button.
  useEffect(() => {
    if (refusal) focusFirstInvalid(form.current);
  }, [refusal]);
  return form;
}

const isProcessing = ({ phase }: PaymentProgress) => phase === 'processing' || phase === 'leaving';

/** Focuses the first invalid field, or the message that a delivery option must be chosen if that comes first. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing]')?.focus();
}

function KeepAddress({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <div className="mb-6">
      <Checkbox
        label={t`Keep this address in my profile`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}

interface PaymentActionsProps extends Pick<PaymentFormProps, 'progress' | 'isBlocked' | 'onCancel'> {
  method: CheckoutMethod;
  total: number;
}

function PaymentActions({ method, total, progress, isBlocked, onCancel }: PaymentActionsProps) {
  const isElsewhere = useShop().payments.mode === 'stripe';
  const isBusy = isProcessing(progress);
  return (
    <div className="grid justify-items-center gap-3">
      {progress.phase === 'failed' && <PaymentFailure key={progress.attempts} {...progress} />}
      <Button
        type="submit"
        variant="buy"
        full
        className="numeric min-h-14"
        busy={isBusy}
        busyLabel={busyLabelOf(method, isElsewhere)}
        {...(isBlocked && { 'aria-disabled': true, 'aria-describedby': noticeId })}
      >
        <ButtonText method={method} isElsewhere={isElsewhere} total={total} />
      </Button>
      <Link className="button-text" to="/" onClick={isBusy ? (event) => event.preventDefault() : onCancel}>
        <Trans>Cancel & Back to Collection</Trans>
      </Link>
    </div>
  );
}

type FailedPayment = Extract<PaymentProgress, { phase: 'failed' }>;

function PaymentFailure({ method, reason, waitingOrder }: Pick<FailedPayment, 'method' | 'reason' | 'waitingOrder'>) {
  return (
    <FailureNote>
      {method === 'transfer' ? t`The order was not placed, and nothing is owed.` : t`Payment failed. Please try again.`}
      {reason && <p>{reason}</p>}
      {waitingOrder && (
        <Link className="line-link" to={transferAddress(waitingOrder)}>
          <Trans>Open that order</Trans>
        </Link>
      )}
    </FailureNote>
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
