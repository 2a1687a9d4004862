import { Trans } from '@lingui/react/macro';
import type { PaymentSettings as Settings } from '#contract/settings.ts';
import { call } from '../../api.ts';
import { useShop } from '../../shell/shop.ts';
import { Note } from '../../ui/note.tsx';
import { redirectIfDenied, requireAdmin } from '../admin-access.ts';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/payment-settings.ts';
import { BankAccountFields } from './bank-account-fields.tsx';
import { bankDraftOf, bankFieldNames, bankFields, settingsOf } from './bank-draft.ts';
import { CardProcessor } from './card-processor.tsx';
import { differencesPerPage, PaymentDifferences } from './payment-differences.tsx';
import { SaveBar } from './save-bar.tsx';
import { useSectionForm } from './use-section-form.ts';
import { WaysToPay } from './ways-to-pay.tsx';

export async function clientLoader() {
  await requireAdmin('owner');
  const [settings, connection, comparison] = await Promise.all([
    call('getPaymentSettings'),
    call('getConnection'),
    call('getComparison', { query: { page: 1, pageSize: differencesPerPage } }),
  ]);
  return {
    settings: redirectIfDenied(settings),
    connection: redirectIfDenied(connection),
    comparison: redirectIfDenied(comparison),
  };
}

/** The settings for payments (docs/behaviour/settings.md, 2). Each part of the page is in a file of its own. */
export default function PaymentSettings({ loaderData: { settings, connection, comparison } }: Route.ComponentProps) {
  const { payments } = useShop();
  const failure = [settings, connection, comparison].find((answer) => !answer.success);
  return (
    <div className="stack">
      {failure?.success === false && <ListFailure message={failure.message} />}
      {connection.success && connection.connection && (
        <CardProcessor connection={connection.connection}>
          {comparison.success && <PaymentDifferences first={comparison.differences} total={comparison.total} />}
        </CardProcessor>
      )}
      {payments.mode === 'simulated' && (
        <Note tone="info">
          <Trans>
            Card, PayPal and bank payments of the checkout are simulated: buyers can finish an order, but no money
            moves. To take real payments by card, connect Stripe as docs/payments.md says, or offer transfers to your
            account below.
          </Trans>
        </Note>
      )}
      {settings.success && <BankSettings saved={settings.settings} />}
    </div>
  );
}

/** The form with the ways to pay and the owner's bank account. */
function BankSettings({ saved }: { saved: Settings }) {
  const { draft, changed, isBusy, failure, form, change, discard } = useSectionForm({
    saved: bankDraftOf(saved),
    fields: bankFields,
    save: (_, typed, names) => {
      const body = settingsOf(typed, names);
      return 'fields' in body ? body : call('updatePaymentSettings', { body });
    },
  });
  const fields = { draft, failure, onChange: change };
  return (
    <form className="stack" {...form}>
      <WaysToPay {...fields} />
      <BankAccountFields {...fields} />
      <SaveBar
        changed={changed.map((field) => bankFieldNames[field])}
        failure={failure}
        busy={isBusy}
        onDiscard={discard}
      />
    </form>
  );
}
