import type { User } from '#contract/accounts.ts';
import { OnlineDot } from '../users/online-dot.tsx';

/** The five users with the highest activity score. */
export function ActiveUsers({ users }: { users: readonly Partial<User>[] }) {
  return (
    <section className="panel">
      <h2>Most Active Users</h2>
      {users.length === 0 && <p className="muted px-5 py-4">No users found</p>}
      <ol className="rows">
        {users.map(({ id, name, email, isOnline = false, activityScore = 0 }, position) => (
          <li key={id ?? position}>
            <span className="subtle numeric w-4">{position + 1}</span>
            <OnlineDot isOnline={isOnline} labelled />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{name || email || 'User'}</span>
              <span className="subtle text-12 block">{email}</span>
            </span>
            <span className="end numeric">
              {activityScore.toLocaleString('en-US')} {activityScore === 1 ? 'point' : 'points'}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
