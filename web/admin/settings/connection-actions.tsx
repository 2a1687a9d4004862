import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ConnectionCheck } from '#contract/reconciliation.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote, Note } from '../../ui/note.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { goodNews, problemsOf } from './connection-words.ts';

/** Buttons that check the connection to the processor, compare payments, and make a test purchase. Results appear above them. */
export function ConnectionActions({ isTest }: { isTest: boolean }) {
  const { revalidate } = useRevalidator();
  const [check, setCheck] = useState<ConnectionCheck | null>(null);
  const [isBegun, setBegun] = useState(false);
  const checking = useSubmission(async () => {
    setCheck(null);
    const answer = await call('checkConnection');
    if (!answer.success) return adminFailure(t`Failed to check the connection`, answer);
    setCheck(answer.check);
    await revalidate();
    return undefined;
  });
  const comparing = useSubmission(async () => {
    setBegun(false);
    const answer = await call('beginComparison');
    if (!answer.success) return adminFailure(t`Failed to compare`, answer);
    setBegun(true);
    await revalidate();
    return undefined;
  });
  const buying = useSubmission(async () => {
    const answer = await call('beginTestPurchase');
    if (!answer.success) return adminFailure(t`Failed to begin a test purchase`, answer);
    window.location.assign(answer.url);
    return undefined;
  });
  const failures = [checking.failure, comparing.failure, buying.failure].filter((failure) => failure !== null);
  return (
    <div className="grid gap-3">
      {failures.map(({ message }) => (
        <FailureNote key={message}>{message}</FailureNote>
      ))}
      {check && <CheckResult check={check} />}
      {isBegun && (
        <Note tone="info">
          {t`The comparison runs in the background. What differs appears here and on the dashboard.`}
        </Note>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="line" busy={checking.isBusy} busyLabel={t`Checking...`} onClick={checking.submit}>
          {t`Check the connection`}
        </Button>
        <Button variant="line" busy={comparing.isBusy} onClick={comparing.submit}>
          {t`Compare now`}
        </Button>
        {isTest && (
          <Button variant="line" busy={buying.isBusy} busyLabel={t`Opening...`} onClick={buying.submit}>
            {t`Make a test purchase`}
          </Button>
        )}
      </div>
    </div>
  );
}

function CheckResult({ check }: { check: ConnectionCheck }) {
  const problems = problemsOf(check);
  if (problems.length === 0)
    return <Note tone={check.webhook === 'unreadable' ? 'info' : 'done'}>{goodNews(check)}</Note>;
  return (
    <Note tone="failed">
      <ul className="grid gap-1 wrap-anywhere">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Note>
  );
}
