import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { AdminHold } from '#contract/checkout.ts';
import { call, serverNow } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { redirectIfDenied, requireAdmin, useHasRole } from '../admin-access.ts';
import { PanelIcon } from '../panel-icon.tsx';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/holds-section.ts';
import { HoldsTable } from './holds-table.tsx';
import { ReleaseDialog } from './release-dialog.tsx';

export async function clientLoader() {
  await requireAdmin();
  return redirectIfDenied(await call('listHolds'));
}

/** Current holds, in order of expiry (docs/behaviour/admin.md, 8). */
export default function HoldsSection({ loaderData: answer }: Route.ComponentProps) {
  const { state, revalidate } = useRevalidator();
  const holds = answer.success ? answer.holds : [];
  const count = holds.length;
  const mayRelease = useHasRole('staff');
  const [releasing, setReleasing] = useState<AdminHold | null>(null);
  useHoldUpdates(holds);
  return (
    <>
      <div className="bar">
        <h1>{t`Holds`}</h1>
        <Button variant="line" busy={state === 'loading'} busyLabel={t`Refresh`} onClick={() => void revalidate()}>
          <PanelIcon name="refresh" small />
          <Trans>Refresh</Trans>
        </Button>
      </div>
      {!answer.success && <ListFailure message={answer.message} />}
      {answer.success && (
        <>
          <div className="panel">
            {holds.length === 0 ? (
              <p className="state muted">{t`Nobody is paying for a piece right now.`}</p>
            ) : (
              <HoldsTable holds={holds} onRelease={mayRelease ? setReleasing : null} />
            )}
          </div>
          <p className="subtle numeric" role="status">
            {plural(count, { one: '# piece on hold', other: '# pieces on hold' })}
          </p>
        </>
      )}
      <ReleaseDialog hold={releasing} onClose={() => setReleasing(null)} />
    </>
  );
}

/** Milliseconds between two updates while the window is visible. */
const pollInterval = 30_000;
/** Milliseconds after the expiry of a hold before the list is loaded again. */
const expiryDelay = 500;

/** Loads the holds again when the first of them expires, and at regular intervals. */
function useHoldUpdates(holds: readonly AdminHold[]): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const firstEnd = Math.min(...holds.map(({ expiresAt }) => Date.parse(expiresAt)));
    const wait = Math.min(pollInterval, Math.max(expiryDelay, firstEnd - serverNow() + expiryDelay));
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, wait);
    return () => clearInterval(timer);
  }, [holds, revalidate]);
}
