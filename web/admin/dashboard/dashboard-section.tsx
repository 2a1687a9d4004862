import { t } from '@lingui/core/macro';
import { call } from '../../api.ts';
import { useTimes } from '../../shell/use-times.ts';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { redirectIfDenied, requireAdmin, useHasRole } from '../admin-access.ts';
import { DemoPanel } from '../demo/demo-panel.tsx';
import { EmailNote } from '../email-note.tsx';
import { PartFailure } from '../part-failure.tsx';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/dashboard-section.ts';
import { ActiveUsers } from './active-users.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OpenEnquiries } from './open-enquiries.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SetupList } from './setup-list.tsx';
import { SoldLessRefunds } from './sold-less-refunds.tsx';
import { Tiles } from './tiles.tsx';
import { useNow } from './use-now.ts';

const enquiriesShown = 3;

export async function clientLoader() {
  const role = await requireAdmin();
  const [dashboard, needs, active, enquiries, setup] = await Promise.all([
    call('getDashboard'),
    call('listNeeds'),
    call('listActiveUsers'),
    // Enquiries that are not done come first.
    call('listEnquiries', { query: { sort: 'doneAt', order: 'desc', page: 1, pageSize: enquiriesShown } }),
    role === 'owner' ? call('getSetup') : null,
  ]);
  return {
    dashboard: redirectIfDenied(dashboard),
    needs: redirectIfDenied(needs),
    active: redirectIfDenied(active),
    enquiries: redirectIfDenied(enquiries),
    setup: setup && redirectIfDenied(setup),
  };
}

/** Dashboard (docs/behaviour/analytics.md, 7). */
export default function DashboardSection({ loaderData }: Route.ComponentProps) {
  const isOwner = useHasRole('owner');
  const { dashboard, needs, active, enquiries, setup } = loaderData;
  const failure = [dashboard, needs, active, enquiries, setup].find((answer) => answer?.success === false);
  return (
    <>
      <div className="bar">
        <h1>{t`Dashboard`}</h1>
        <Clock />
      </div>
      <EmailNote />
      {failure?.success === false && <ListFailure message={failure.message} />}
      {needs.success && (
        <FailureBoundary data={loaderData} fallback={PartFailure}>
          <NeedsYou {...needs} />
        </FailureBoundary>
      )}
      {setup?.success && (
        <FailureBoundary data={loaderData} fallback={PartFailure}>
          <SetupList {...setup} />
        </FailureBoundary>
      )}
      {dashboard.success && (
        <FailureBoundary data={loaderData} fallback={PartFailure}>
          <Tiles totals={dashboard.totals} />
          <SoldLessRefunds amount={dashboard.soldLessRefunds} />
        </FailureBoundary>
      )}
      <div className="panels">
        <div className="panel">
          {dashboard.success && (
            <FailureBoundary data={loaderData} fallback={PartFailure}>
              <RecentActivity activity={dashboard.recentActivity} />
            </FailureBoundary>
          )}
          {enquiries.success && (
            <FailureBoundary data={loaderData} fallback={PartFailure}>
              <OpenEnquiries enquiries={enquiries.enquiries} count={enquiries.unread} />
            </FailureBoundary>
          )}
        </div>
        {active.success && (
          <FailureBoundary data={loaderData} fallback={PartFailure}>
            <ActiveUsers users={active.users} />
          </FailureBoundary>
        )}
      </div>
      {isOwner && <DemoPanel />}
    </>
  );
}

/** The time in the shop's time zone: "Friday 20 November, 3:27 pm". */
function Clock() {
  const { weekday } = useTimes();
  const now = useNow();
  return (
    <time className="subtle numeric" dateTime={new Date(now).toISOString()}>
      {weekday(now)}
    </time>
  );
}
