import { plural, t } from '@lingui/core/macro';
import type { User } from '#contract/accounts.ts';
import { inDigits } from '../../language/numbers.ts';
import { OnlineDot } from '../users/online-dot.tsx';

/** The five users with the highest activity score. */
export function ActiveUsers({ users }: { users: readonly Partial<User>[] }) {
  return (
    <section className="panel">
      <h2>{t`Most Active Users`}</h2>
      {users.length === 0 && <p className="muted px-5 py-4">{t`No users found`}</p>}
      <ol className="rows">
        {users.map(({ id, name, email, isOnline = false, activityScore = 0 }, position) => (
          <li key={id ?? position}>
            <span className="subtle numeric w-4">{position + 1}</span>
            <OnlineDot isOnline={isOnline} labelled />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{name || email || t`User`}</span>
              <span className="subtle text-12 block">{email}</span>
            </span>
            <span className="end numeric">{pointsWords(activityScore)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function pointsWords(score: number): string {
  const shown = inDigits(score);
  return plural(score, { one: `${shown} point`, other: `${shown} points` });
}
