import type { ReactNode } from 'react';
import { useShop } from '../../shell/shop.ts';
import { Checkbox } from '../../ui/field.tsx';
import type { BankFieldsProps } from './bank-account-fields.tsx';

/** The ways to pay that an owner can turn on beside cards. */
export function WaysToPay({ draft, onChange }: BankFieldsProps) {
  const { payments, currency } = useShop();
  return (
    <section className="panel">
      <header>
        <h2>Ways to pay</h2>
        <p>No surcharge on any of them. The price on the piece is the price paid.</p>
      </header>
      <ul className="rows">
        <li>
          <Checkbox
            checked={draft.transfer}
            onChange={(event) => onChange({ transfer: event.target.checked })}
            label={
              <Way name="Bank transfer and BPAY">
                The piece is reserved while the money travels. For buyers who confirmed their email address or paid
                before.
              </Way>
            }
          />
        </li>
        {payments.mode === 'stripe' && currency === 'AUD' && (
          <li>
            <Checkbox
              checked={draft.payto}
              onChange={(event) => onChange({ payto: event.target.checked })}
              label={
                <Way name="PayTo">
                  The buyer agrees in the app of the bank, and Stripe takes the money at once. It must be turned on in
                  Stripe's Dashboard, too.
                </Way>
              }
            />
          </li>
        )}
      </ul>
    </section>
  );
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span>
      {name}
      <small className="way-words">{children}</small>
    </span>
  );
}
