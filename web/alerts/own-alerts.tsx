import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Alert } from '#contract/alerts.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';

const perPage = 20;

/** Lists the alerts of the account, each with a button that ends it. Renders nothing while there are none. */
export function OwnAlerts() {
  const [alerts, setAlerts] = useState<Alert[]>([]);
  const [total, setTotal] = useState(0);
  const [email, setEmail] = useState('');
  const [ended, setEnded] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const pages = Math.floor(alerts.length / perPage);
    const answer = await call('listAlerts', { query: { page: pages + 1, pageSize: perPage }, quiet: true });
    if (!answer.success) return answer;
    setAlerts([...alerts.slice(0, pages * perPage), ...answer.alerts]);
    setTotal(answer.total);
    setEmail(answer.email);
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) submit();
    hasBegun.current = true;
  });
  const remove = ({ id, kind, name }: Alert) => {
    setAlerts((current) => current.filter((alert) => alert.id !== id));
    setTotal((count) => count - 1);
    setEnded(
      kind === 'newsletter' ? t`You will not get our newsletter any more.` : t`The alert for ${name} has ended.`,
    );
    // The button that was pressed is removed.
    title.current?.focus();
  };
  if (total === 0 && !failure && ended === '') return null;
  return (
    <section className="mt-[var(--gap-section)]">
      <div className="section-head mb-6">
        <h2 className="heading-section" ref={title} tabIndex={-1}>
          <Trans>Alerts</Trans>
        </h2>
        {total > 0 && (
          <p className="muted">
            <Trans>Sent to {email}</Trans>
          </p>
        )}
      </div>
      <p className={alerts.length === 0 ? 'muted' : 'visually-hidden'} role="status">
        {ended}
      </p>
      <ul className="alerts">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} onEnd={() => remove(alert)} />
        ))}
      </ul>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      {(alerts.length < total || failure) && (
        <Button variant="line" className="mt-6" busy={isBusy} onClick={submit}>
          {failure ? t`Try Again` : t`Show more alerts`}
        </Button>
      )}
    </section>
  );
}

function wordsOf({ kind, sold }: Alert): string {
  if (kind === 'newsletter') return t`Our news, until you stop it`;
  if (kind === 'artist') return t`Each new piece, on the day it is hung`;
  return sold ? t`One email if it comes back` : t`One email if it is free again`;
}

function AlertRow({ alert, onEnd }: { alert: Alert; onEnd: () => void }) {
  const name = alert.kind === 'newsletter' ? t`Our newsletter` : alert.name;
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('stopAlert', { params: { id: alert.id } });
    // 404: the alert has ended already, for example through the link in its email.
    if (!answer.success && answer.status !== 404) return answer;
    onEnd();
  });
  return (
    <li>
      <p>
        <Link className={alert.kind === 'piece' ? 'name' : undefined} to={alert.path}>
          {name}
        </Link>
        <span>{wordsOf(alert)}</span>
      </p>
      <div className="grid justify-items-end">
        <Button variant="text" busy={isBusy} onClick={submit}>
          {alert.kind === 'newsletter' ? (
            <Trans>
              Stop<span className="visually-hidden"> our newsletter</span>
            </Trans>
          ) : (
            <Trans>
              Stop<span className="visually-hidden"> the alert for {name}</span>
            </Trans>
          )}
        </Button>
        {failure && (
          <p role="alert" className="text-crimson">
            {failure.message}
          </p>
        )}
      </div>
    </li>
  );
}
