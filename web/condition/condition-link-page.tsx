import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { conditionFilename } from '#contract/condition-words.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { BrokenLink, LinkFallback, LinkPage, linkMeta, useLinkToken } from '../account/link-page.tsx';
import { saveFile } from '../account/save-file.ts';
import { type Answer, call, callForFile } from '../api.ts';
import { language } from '../language/language.ts';
import { StatePage } from '../shell/state-page.tsx';
import { useTimes } from '../shell/use-times.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { recoverFocus } from '../ui/recover-focus.ts';
import { useSubmission } from '../ui/use-submission.ts';
import type { Route } from './+types/condition-link-page.ts';

const title = t`Condition report`;

/** Makes the server render only `HydrateFallback`, because the token of the link exists only in the browser. */
export function clientLoader() {
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return linkMeta(title, matches[0].loaderData?.shop.name);
}

export function HydrateFallback() {
  return <LinkFallback title={title} />;
}

/** The page behind the link to a condition report (docs/behaviour/condition-reports.md, 14 and 15). */
export default function ConditionLinkPage() {
  const token = useLinkToken();
  if (token === '') return <BrokenLink>{t`Open the link exactly as you received it.`}</BrokenLink>;
  return <Opened key={token} token={token} />;
}

function Opened({ token }: { token: string }) {
  const [answer, setAnswer] = useState<Answer<'openConditionLink'> | null>(null);
  useEffect(() => {
    void call('openConditionLink', { body: { token } }).then(setAnswer);
  }, [token]);
  async function tryAgain() {
    const opened = await call('openConditionLink', { body: { token } });
    flushSync(() => setAnswer(opened));
    recoverFocus();
  }
  if (!answer) return <HydrateFallback />;
  if (!answer.success && answer.status !== 404)
    return (
      <StatePage title={t`This did not load`} action={<Button onClick={() => void tryAgain()}>{t`Try Again`}</Button>}>
        {answer.message}
      </StatePage>
    );
  if (answer.success && answer.report) return <Report token={token} report={answer.report} />;
  return (
    <StatePage
      title={answer.success ? t`This link has ended` : t`This link opens nothing`}
      action={
        <Link className="button" to="/#contact">
          <Trans>Ask for the report again</Trans>
        </Link>
      }
    >
      <Trans>The gallery can send you a new link.</Trans>
    </StatePage>
  );
}

interface ReportProps {
  token: string;
  report: { name: string; examinedOn: string; until: string };
}

function Report({ token, report: { name, examinedOn, until } }: ReportProps) {
  const { day } = useTimes();
  const [examined, ends] = [partialDateInWords(examinedOn, language), day(until)];
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadConditionByLink', { body: { token } });
    if (!answer.success) return answer;
    saveFile(answer.file, conditionFilename('report', examinedOn));
    return undefined;
  });
  return (
    <LinkPage title={title}>
      <div className="prose grid gap-5">
        <p className="wrap-anywhere">
          <Trans>
            <span className="name">{name}</span>, examined {examined}.
          </Trans>
        </p>
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <div>
          <Button busy={isBusy} busyLabel={t`Preparing...`} onClick={submit}>
            <Trans>Download the Report</Trans>
          </Button>
        </div>
        <p className="muted small">
          <Trans>A PDF with photographs. This link ends {ends}; whoever has it can read the report.</Trans>
        </p>
      </div>
    </LinkPage>
  );
}
