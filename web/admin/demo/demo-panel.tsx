import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../api.ts';
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

  async function remove() {
    const answer = await call('removeDemo');
    if (!answer.success) return adminFailure('Failed to remove the demo', answer);
    setAsking(false);
    showToast({ tone: 'done', text: `The demo is gone: ${demoSummary(answer.removed)}.` });
    await Promise.all([load(), revalidate()]);
    // This panel is removed together with the demo.
    focusMain();
  }

  return (
    <section className="panel">
      <h2>Demo</h2>
      <div className="flex flex-wrap items-center gap-4 px-5 py-4">
        <p className="muted flex-1 basis-80">
          The shop still has the demo it was started with: {demoSummary(demo)}. What you added yourself stays when it
          goes.
        </p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Remove the demo
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Remove the demo?"
        confirmLabel="Remove"
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        {demoSummary(demo)} of the demo are deleted, with their pictures, payments and invoices; pieces of it that you
        have edited go too, and so do checkouts that wait for them. Your own pieces and customers stay, with everything
        they bought. This action cannot be undone.
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
function demoSummary({ listings, users, orders }: DemoCounts): string {
  const parts = [
    count(listings, 'piece', 'pieces'),
    count(users, 'customer', 'customers'),
    count(orders, 'order', 'orders'),
  ];
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts).replace(', and ', ' and ');
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
