import { useEffect, useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import { call } from '../api.ts';
import { chosenPlace } from '../delivery/delivery-place.ts';
import { useShop } from '../shell/shop.ts';
import {
  beginAtPlace,
  blankForm,
  deliveryErrors,
  type FieldErrors,
  type FieldName,
  fillFromProfile,
  formOf,
} from './checkout-form.ts';
import type { FormState } from './form-field.tsx';
import type { PaymentProgress } from './use-payment.ts';

interface CheckoutForm extends FormState {
  /** The fields that were filled from the profile. */
  filled: ReadonlySet<FieldName>;
  /** Whether the address will be saved in the profile; null until the profile is loaded, and always for an order that was not paid. */
  savesAddress: boolean | null;
  setSavesAddress: (saves: boolean) => void;
  setErrors: (errors: FieldErrors) => void;
}

/** The form of the checkout. It begins with the data of the profile, or of the order with which the buyer came back without paying. */
export function useCheckoutForm(progress: PaymentProgress, unpaid: OrderDetails | null): CheckoutForm {
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
    // The order has all values of the form.
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
