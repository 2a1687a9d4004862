import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <h2>{t`Ways to pay`}</h2>
        <p>{t`No surcharge on any of them. The price on the piece is the price paid.`}</p>
      </header>
      <ul className="rows">
        <li>
          <Checkbox
            checked={draft.transfer}
            onChange={(event) => onChange({ transfer: event.target.checked })}
            label={
              <Way name={t`Bank transfer and BPAY`}>
                <Trans>
                  The piece is reserved while the money travels. For buyers who confirmed their email address or paid
                  before.
                </Trans>
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
                <Way name={t`PayTo`}>
                  <Trans>
                    The buyer agrees in the app of the bank, and Stripe takes the money at once. It must be turned on in
                    Stripe's Dashboard, too.
                  </Trans>
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
