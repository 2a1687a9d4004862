import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Need, NeedKind, NextDate } from '#contract/needs.ts';
import { inDigits } from '../../language/numbers.ts';
import { useTimes } from '../../shell/use-times.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PanelIcon, type PanelIconName } from '../panel-icon.tsx';
import { relativeTime } from './relative-time.ts';
import { useNow } from './use-now.ts';

const groups: readonly { title: string; kinds: readonly NeedKind[] }[] = [
  { title: t`Payments`, kinds: ['dispute', 'refund', 'attention', 'difference', 'connection'] },
  { title: t`Bank`, kinds: ['transfer', 'bank'] },
  { title: t`Disk and backups`, kinds: ['disk', 'backup'] },
  { title: t`Orders`, kinds: ['return', 'order', 'name'] },
  { title: t`Enquiries`, kinds: ['enquiry'] },
  { title: t`Given up`, kinds: ['letter', 'work'] },
];

const icons: Readonly<Record<NeedKind, PanelIconName>> = {
  dispute: 'warning',
  refund: 'back',
  attention: 'warning',
  difference: 'warning',
  connection: 'warning',
  disk: 'warning',
  backup: 'warning',
  transfer: 'clock',
  return: 'back',
  order: 'bag',
  bank: 'bank',
  name: 'bag',
  enquiry: 'letter',
  letter: 'letter',
  work: 'warning',
};

/** The kinds that are ordinary work. The others are marked as trouble. */
const calm: readonly NeedKind[] = ['transfer', 'bank', 'order', 'name', 'enquiry'];

interface NeedsYouProps {
  needs: readonly Need[];
  total: number;
  isWatched: boolean;
  next: NextDate | null;
}

/** The tasks that wait for somebody (docs/behaviour/admin.md, 16). Renders nothing if the shop can have no such tasks. */
export function NeedsYou({ needs, total, isWatched, next }: NeedsYouProps) {
  if (!isWatched) return null;
  if (total === 0)
    return (
      <section className="panel" aria-labelledby="needs">
        <h2 id="needs">{t`Needs you`}</h2>
        <div className="grid gap-1.5 px-5 py-4">
          <p className="font-medium">{t`Nothing needs you.`}</p>
          {next && <Next date={next} />}
        </div>
      </section>
    );
  const left = total - needs.length;
  const [count, more] = [inDigits(total), inDigits(left)];
  return (
    <section className="panel needs" aria-labelledby="needs">
      <header>
        <h2 id="needs">
          <Trans>
            Needs you <span className="subtle numeric font-normal">{count}</span>
          </Trans>
        </h2>
        <span className="subtle text-13">{t`The most urgent first. A line goes when the thing is done.`}</span>
      </header>
      {groups.map(({ title, kinds }) => (
        <NeedGroup key={title} title={title} needs={needs.filter(({ kind }) => kinds.includes(kind))} />
      ))}
      {left > 0 && <p className="subtle px-5 py-3">{t`${more} more come after these.`}</p>}
    </section>
  );
}

function Next({ date: { what, at, path } }: { date: NextDate }) {
  const { end } = useTimes();
  const moment = end(at);
  return (
    <p className="muted">
      <Trans>
        Next known date: <time dateTime={at}>{moment}</time>, <Link to={path}>{what}</Link>.
      </Trans>
    </p>
  );
}

function NeedGroup({ title, needs }: { title: string; needs: readonly Need[] }) {
  if (needs.length === 0) return null;
  return (
    <section>
      <h3>
        {title} <span className="subtle numeric font-normal">{needs.length}</span>
      </h3>
      <ul>
        {needs.map((need) => (
          <NeedLine key={need.id} need={need} />
        ))}
      </ul>
    </section>
  );
}

function NeedLine({ need }: { need: Need }) {
  const { id, kind, what, otherwise, path, action } = need;
  const domId = `need-${id.replaceAll(' ', '-')}`;
  return (
    <li className={calm.includes(kind) ? undefined : 'bad'}>
      <PanelIcon name={icons[kind]} />
      <div className="min-w-0">
        <span className="block font-medium wrap-anywhere" id={domId}>
          {what}
        </span>
        <span className="need-then">{otherwise}</span>
      </div>
      <Due need={need} />
      <Link className={buttonClass('line')} to={path} aria-describedby={domId}>
        {action}
      </Link>
    </li>
  );
}

/** The day by which a task is due, or for how long it has been waiting. */
function Due({ need: { dueAt, since, isLate } }: { need: Need }) {
  const now = useNow();
  const { day, minute } = useTimes();
  if (dueAt !== null) {
    // `dueAt` at midnight means the end of the day before.
    const last = Date.parse(dueAt) - 1;
    const date = day(last);
    const by = date === day(now) ? t`today` : t`by ${date}`;
    return (
      <time className={isLate ? 'due late numeric' : 'due numeric'} dateTime={dueAt} title={minute(last)}>
        {isLate ? t`was due ${date}` : by}
      </time>
    );
  }
  if (since === null) return <span className="due" />;
  return (
    <time className={isLate ? 'due late numeric' : 'due numeric'} dateTime={since} title={minute(since)}>
      {relativeTime(Date.parse(since), now)}
    </time>
  );
}
