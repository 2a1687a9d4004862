import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Profile } from '#contract/accounts.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Checkbox } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { useEditMode } from './edit-mode.ts';
import { Facts } from './facts.tsx';
import { hasStoredDetails, nothingStored, type PaymentField, paymentLabels } from './payment-fields.ts';
import { PaymentForm } from './payment-form.tsx';
import { prefixedMessage } from './prefixed-message.ts';

/** Says that the shop stores no payment details, as is the case with real payments. */
export function NoPaymentDetails() {
  return (
    <div className="sheet">
      <p className="muted max-w-[var(--measure)]">
        <Trans>
          You pay on the secure page of our card processor. This shop neither sees nor stores the details of your cards.
        </Trans>
      </p>
    </div>
  );
}

/** Payment Settings. Card details are masked unless 'Show card details' is checked (docs/behaviour/pages.md, 11). */
export function PaymentSettings({ profile }: { profile: Profile }) {
  const { editing, setEditing, box } = useEditMode<HTMLDivElement>();
  const { revealed, isTicked, tick, forget } = useReveal();
  const shown = revealed ?? profile;
  return (
    <div className="sheet" ref={box}>
      <div>
        <Checkbox
          label={t`Show card details`}
          checked={isTicked}
          onChange={(event) => void tick(event.target.checked)}
        />
      </div>
      {editing ? (
        <PaymentForm
          shown={shown}
          onDone={() => {
            forget();
            setEditing(false);
          }}
        />
      ) : (
        <>
          <PaymentFacts shown={shown} />
          <p className="small muted max-w-[var(--measure)]">
            <Trans>
              Stored encrypted. The admin panel never shows it, and it is shown here only while the tick is on.
            </Trans>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setEditing(true)} data-mode-focus>
              <Trans>Edit Payment Settings</Trans>
            </Button>
            {hasStoredDetails(profile) && <DeleteStored onDeleted={forget} />}
          </div>
        </>
      )}
    </div>
  );
}

/** The payment details in full. They are fetched when the box is checked, and removed from memory when it is unchecked. */
function useReveal() {
  const [isTicked, setTicked] = useState(false);
  const [revealed, setRevealed] = useState<Profile | null>(null);
  const forget = () => {
    setTicked(false);
    setRevealed(null);
  };

  async function tick(on: boolean) {
    if (!on) return forget();
    setTicked(true);
    const answer = await call('getProfile', { query: { include: 'card' } });
    if (answer.success) return setRevealed(answer.user);
    forget();
    showToast({ tone: 'failed', text: answer.message });
  }
  // The answer may arrive after the box was unchecked.
  return { revealed: isTicked ? revealed : null, isTicked, tick, forget };
}

function PaymentFacts({ shown }: { shown: Profile }) {
  const facts = (...fields: PaymentField[]) => fields.map((field) => [paymentLabels[field], shown[field]] as const);
  return (
    <div className="sheet-cols">
      <section>
        <h2>
          <Trans>Card</Trans>
        </h2>
        <Facts facts={facts('cardNumber', 'cardName', 'cardExpiry', 'cardCvc')} />
      </section>
      <section>
        <h2>
          <Trans>Other methods</Trans>
        </h2>
        <Facts facts={facts('paypalEmail', 'bpayNumber', 'bpayRef')} />
      </section>
    </div>
  );
}

function DeleteStored({ onDeleted }: { onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const { revalidate } = useRevalidator();

  async function deleteStored() {
    const answer = await call('updateProfile', { body: nothingStored });
    if (!answer.success) return { message: prefixedMessage(t`Failed to update profile`, answer.message) };
    setAsking(false);
    showToast({ tone: 'done', text: t`Your stored payment details have been deleted.` });
    onDeleted();
    void revalidate();
  }

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Trans>Delete Stored Payment Details</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        title={t`Delete stored payment details?`}
        confirmLabel={t`Delete`}
        onConfirm={deleteStored}
        onCancel={() => setAsking(false)}
      >
        <Trans>
          Card, PayPal and BPAY details are deleted from your account. Orders are not changed. This action cannot be
          undone.
        </Trans>
      </ConfirmDialog>
    </>
  );
}
