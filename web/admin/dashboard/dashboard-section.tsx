import { call } from '../../api.ts';
import { useShop } from '../../shell/shop.ts';
import { orLeave, requireAdmin } from '../admin-access.ts';
import { DemoPanel } from '../demo/demo-panel.tsx';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/dashboard-section.ts';
import { ActiveUsers } from './active-users.tsx';
import { OpenEnquiries } from './open-enquiries.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { Tiles } from './tiles.tsx';
import { useNow } from './use-now.ts';

const enquiriesShown = 3;

export async function clientLoader() {
  await requireAdmin();
  const [dashboard, active, enquiries] = await Promise.all([
    call('getDashboard'),
    call('listActiveUsers'),
    // What nobody has dealt with stands first.
    call('listEnquiries', { query: { sort: 'doneAt', order: 'desc', page: 1, pageSize: enquiriesShown } }),
  ]);
  return { dashboard: orLeave(dashboard), active: orLeave(active), enquiries: orLeave(enquiries) };
}

/** Dashboard (SPEC.md §2): how the shop stands, and what happened last. */
export default function DashboardSection({ loaderData }: Route.ComponentProps) {
  const { dashboard, active, enquiries } = loaderData;
  const failure = [dashboard, active].find((answer) => !answer.success);
  return (
    <>
      <div className="bar">
        <h1>Dashboard</h1>
        <Clock />
      </div>
      {failure?.success === false && <ListFailure message={failure.message} />}
      {dashboard.success && <Tiles totals={dashboard.totals} />}
      <div className="panels">
        <div className="panel">
          {dashboard.success && <RecentActivity activity={dashboard.recentActivity} />}
          {enquiries.success && (
            <OpenEnquiries
              enquiries={enquiries.enquiries.filter(({ doneAt }) => doneAt === null)}
              count={enquiries.unread}
            />
          )}
        </div>
        <ActiveUsers users={active.success ? active.users : []} />
      </div>
      <DemoPanel />
    </>
  );
}

/** "Friday 20 November, 3:27 pm", as it is where the shop is. */
function Clock() {
  const { timezone: timeZone } = useShop();
  const now = new Date(useNow());
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone });
  const time = new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit', timeZone });
  return (
    <time className="subtle num" dateTime={now.toISOString()}>
      {`${day.format(now)}, ${time.format(now)}`}
    </time>
  );
}
