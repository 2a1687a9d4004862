import { type PaymentMethod, paymentMethods } from '#contract/states.ts';
import { Select } from '../../ui/field.tsx';

interface OutsideMethodProps {
  method: PaymentMethod;
  onMethod: (method: PaymentMethod) => void;
}

/** How money came that no processor took. */
export function OutsideMethod({ method, onMethod }: OutsideMethodProps) {
  return (
    <Select
      label="Method"
      value={method}
      onChange={({ target: { value } }) => onMethod(paymentMethods.find((known) => known === value) ?? method)}
    >
      <option value="transfer">Bank transfer</option>
      <option value="cash">Cash</option>
      <option value="terminal">Card terminal (EFTPOS)</option>
      <option value="credit">Credit card, in another way</option>
      <option value="paypal">PayPal</option>
    </Select>
  );
}
