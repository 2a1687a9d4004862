import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../api.ts';
import { inDigits } from '../../language/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { adminFailure } from '../admin-failure.ts';
import { focusMain } from '../focus-main.ts';

interface DemoCounts {
  listings: number;
  users: number;
  orders: number;
}

/** Deletes the demo data. Shown only while there is any. */
export function DemoPanel() {
  const { demo, load } = useDemo();
  const { revalidate } = useRevalidator();
  const [isAsking, setAsking] = useState(false);
  if (!demo || demo.listings + demo.users + demo.orders === 0) return null;

  const summary = demoSummary(demo);

  async function remove() {
    const answer = await call('removeDemo');
    if (!answer.success) return adminFailure(t`Failed to remove the demo`, answer);
    setAsking(false);
    showToast({ tone: 'done', text: goneInWords(demoSummary(answer.removed)) });
    await Promise.all([load(), revalidate()]);
    // This panel is removed together with the demo.
    focusMain();
  }

  return (
    <section className="panel">
      <h2>{t`Demo`}</h2>
      <div className="flex flex-wrap items-center gap-4 px-5 py-4">
        <p className="muted flex-1 basis-80">
          <Trans>
            The shop still has the demo it was started with: {summary}. What you added yourself stays when it goes.
          </Trans>
        </p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t`Remove the demo`}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t`Remove the demo?`}
        confirmLabel={t`Remove`}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        <Trans>
          {summary} of the demo are deleted, with their pictures, payments and invoices; pieces of it that you have
          edited go too, and so do checkouts that wait for them. Your own pieces and customers stay, with everything
          they bought. This action cannot be undone.
        </Trans>
      </ConfirmDialog>
    </section>
  );
}

function useDemo() {
  const [demo, setDemo] = useState<DemoCounts | null>(null);
  const load = async () => {
    const answer = await call('getDemo', { quiet: true });
    setDemo(answer.success ? answer : null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once.
  useEffect(() => {
    void load();
  }, []);
  return { demo, load };
}

/** "16 pieces, 40 customers and 63 orders" */
function demoSummary(counts: DemoCounts): string {
  const { listings, users, orders } = counts;
  const [listingCount, userCount, orderCount] = [inDigits(listings), inDigits(users), inDigits(orders)];
  const pieces = plural(listings, { one: `${listingCount} piece`, other: `${listingCount} pieces` });
  const customers = plural(users, { one: `${userCount} customer`, other: `${userCount} customers` });
  const sales = plural(orders, { one: `${orderCount} order`, other: `${orderCount} orders` });
  return t`${pieces}, ${customers} and ${sales}`;
}

const goneInWords = (summary: string) => t`The demo is gone: ${summary}.`;
