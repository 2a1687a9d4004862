import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { AdminHold } from '#contract/checkout.ts';
import { call, serverNow } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { orLeave, requireAdmin } from '../admin-access.ts';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/holds-section.ts';
import { HoldsTable } from './holds-table.tsx';
import { ReleaseDialog } from './release-dialog.tsx';

export async function clientLoader() {
  await requireAdmin();
  return orLeave(await call('listHolds'));
}

/** Who is being waited for right now, the first to end first. */
export default function HoldsSection({ loaderData: answer }: Route.ComponentProps) {
  const { state, revalidate } = useRevalidator();
  const holds = answer.success ? answer.holds : [];
  const [releasing, setReleasing] = useState<AdminHold | null>(null);
  useFreshHolds(holds);
  return (
    <>
      <div className="bar">
        <h1>Holds</h1>
        <Button variant="line" busy={state === 'loading'} busyLabel="Refresh" onClick={() => void revalidate()}>
          <Icon name="refresh" small />
          Refresh
        </Button>
      </div>
      {!answer.success && <ListFailure message={answer.message} />}
      {answer.success && (
        <>
          <div className="panel">
            {holds.length === 0 ? (
              <p className="state muted">Nobody is paying for a piece right now.</p>
            ) : (
              <HoldsTable holds={holds} onRelease={setReleasing} />
            )}
          </div>
          <p className="subtle num" role="status">
            {holds.length} {holds.length === 1 ? 'piece' : 'pieces'} on hold
          </p>
        </>
      )}
      <ReleaseDialog hold={releasing} onClose={() => setReleasing(null)} />
    </>
  );
}

/** Milliseconds between two looks while the window is seen. */
const lookEvery = 30_000;
/** Milliseconds after its end at which a hold is surely gone. */
const grace = 500;

/** Holds come and go by themselves: looks again when the first of them ends, and now and then. */
function useFreshHolds(holds: readonly AdminHold[]): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const firstEnd = Math.min(...holds.map(({ expiresAt }) => Date.parse(expiresAt)));
    const wait = Math.min(lookEvery, Math.max(grace, firstEnd - serverNow() + grace));
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, wait);
    return () => clearInterval(timer);
  }, [holds, revalidate]);
}
