import type { PaymentMethod } from '#contract/states.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

interface MethodElsewhereProps {
  offered: readonly PaymentMethod[];
  method: PaymentMethod;
  onMethod: (method: PaymentMethod) => void;
}

/** The payment methods with real payments: none has fields here (docs/behaviour/checkout.md, 25). */
export function MethodElsewhere({ offered, method, onMethod }: MethodElsewhereProps) {
  return (
    <fieldset>
      <legend>Payment Method</legend>
      <div className="methods">
        {offered.map((name) => {
          const words = texts[name];
          if (!words) return null;
          const { label, icon, text } = words;
          return (
            <label key={name} className="method">
              <input
                type="radio"
                name="paymentMethod"
                value={name}
                checked={name === method}
                onChange={() => onMethod(name)}
              />
              <span className="py-2">
                {label}
                <span className="muted small block font-normal">{text}</span>
              </span>
              <Icon name={icon} />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

const elsewhere = 'You pay on the secure page of our card processor, then come back here.';

/** The methods that this page can offer. */
const texts: Partial<Record<PaymentMethod, { label: string; icon: IconName; text: string }>> = {
  credit: { label: 'Credit Card', icon: 'card', text: elsewhere },
  paypal: { label: 'PayPal', icon: 'paypal', text: elsewhere },
  bank: { label: 'Bank Transfer', icon: 'bank', text: 'You get the details of our account.' },
};
