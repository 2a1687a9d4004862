import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CheckoutMethod } from '#contract/states.ts';
import { useShop } from '../shell/shop.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { useTransferWords } from './transfer-words.ts';

interface MethodElsewhereProps {
  method: CheckoutMethod;
  onMethod: (method: CheckoutMethod) => void;
}

interface Words {
  label: string;
  icon: IconName;
  text: string;
}

/** The choice of the payment method with real payments. No method has fields on this page (docs/behaviour/checkout.md, 25). */
export function MethodElsewhere({ method, onMethod }: MethodElsewhereProps) {
  const { methods } = useShop().payments;
  const transfer = useTransferWords();
  const words: Partial<Record<CheckoutMethod, Words>> = {
    credit: card,
    payto: payTo,
    ...(transfer && { transfer: { ...transfer, icon: 'bank' } }),
  };
  return (
    <fieldset>
      <legend>
        <Trans>Payment Method</Trans>
      </legend>
      <div className="methods">
        {methods.map((name) => {
          const offered = words[name];
          if (!offered) return null;
          const { label, icon, text } = offered;
          return (
            <label key={name} className="method">
              <input
                type="radio"
                name="paymentMethod"
                value={name}
                checked={name === method}
                onChange={() => onMethod(name)}
              />
              <span className="min-w-0 py-2">
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

const card: Words = {
  label: t`Credit Card`,
  icon: 'card',
  text: t`You pay on the secure page of our card processor, then come back here.`,
};

const payTo: Words = {
  label: 'PayTo',
  icon: 'bank',
  text: t`From your Australian bank account: you agree to it in your bank's app, then come back here.`,
};
