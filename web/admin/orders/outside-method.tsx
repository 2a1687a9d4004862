import { t } from '@lingui/core/macro';
import { type PaymentMethod, paymentMethods } from '#contract/states.ts';
import { Select } from '../../ui/field.tsx';

interface OutsideMethodProps {
  method: PaymentMethod;
  onMethod: (method: PaymentMethod) => void;
}

/** The field for the method of a payment that did not go through a processor. */
export function OutsideMethod({ method, onMethod }: OutsideMethodProps) {
  return (
    <Select
      label={t`Method`}
      value={method}
      onChange={({ target: { value } }) => onMethod(paymentMethods.find((known) => known === value) ?? method)}
    >
      <option value="transfer">{t`Bank transfer`}</option>
      <option value="cash">{t`Cash`}</option>
      <option value="terminal">{t`Card terminal (EFTPOS)`}</option>
      <option value="credit">{t`Credit card, in another way`}</option>
      <option value="paypal">PayPal</option>
    </Select>
  );
}
