import { t } from '@lingui/core/macro';
import type { Activity } from '#contract/analytics.ts';
import { useTimes } from '../../shell/use-times.ts';
import { PanelIcon, type PanelIconName } from '../panel-icon.tsx';
import { relativeTime } from './relative-time.ts';
import { useNow } from './use-now.ts';

const icons: Readonly<Record<Activity['kind'], PanelIconName>> = {
  user: 'account',
  order: 'receipt',
  product: 'picture',
};

/** The latest registration, order and product change, each with its time (docs/behaviour/analytics.md, 7). */
export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  const now = useNow();
  const { minute } = useTimes();
  return (
    <>
      <h2>{t`Recent Activity`}</h2>
      <ul className="rows">
        {activity.map(({ kind, text, subject, at }) => (
          <li key={kind}>
            <PanelIcon name={icons[kind]} />
            <span className="min-w-0">
              {text}
              {subject && <span className="subtle text-12 block wrap-anywhere">{subject}</span>}
            </span>
            {at === null ? (
              <span className="end subtle">{t`not yet`}</span>
            ) : (
              <time className="end subtle" dateTime={at} title={minute(at)}>
                {relativeTime(Date.parse(at), now)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
