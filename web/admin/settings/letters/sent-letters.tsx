import { t } from '@lingui/core/macro';
import { useRevalidator } from 'react-router';
import type { SentLetter } from '#contract/letters.ts';
import { call } from '../../../api.ts';
import { inDigits } from '../../../language/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { useHasRole } from '../../admin-access.ts';
import { adminFailure } from '../../admin-failure.ts';
import { focusMain } from '../../focus-main.ts';
import { Moment } from '../../moment.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Pages } from '../../table/pages.tsx';

interface SentLettersProps {
  letters: readonly SentLetter[];
  total: number;
  page: number;
}

const columns: Column<SentLetter, never>[] = [
  {
    title: t`Email`,
    cellClass: 'strong cell-main wrap-anywhere',
    cell: ({ id, name, subject }) => (
      <>
        <span id={`letter-${id}`}>{name}</span>
        {subject !== name && <span className="way-words font-normal">{subject}</span>}
      </>
    ),
  },
  { title: t`To`, cellClass: 'cell-full wrap-anywhere', cell: ({ to }) => to },
  {
    title: t`When`,
    cellClass: 'numeric cell-full',
    cell: ({ sentAt, createdAt }) => <Moment at={sentAt ?? createdAt} />,
  },
  {
    title: t({ message: 'State', context: 'of an email' }),
    cellClass: 'cell-full',
    cell: (letter) => <State letter={letter} />,
  },
];

/** The emails of the last 30 days, newest first, without their content. */
export function SentLetters({ letters, total, page }: SentLettersProps) {
  const isOwner = useHasRole('owner');
  const actions: Column<SentLetter, never> = {
    title: t`Actions`,
    right: true,
    cellClass: 'cell-full',
    cell: (letter) => letter.canResend && <ResendButton id={letter.id} />,
  };
  const hasActions = isOwner && letters.some(({ canResend }) => canResend);
  return (
    <section className="panel" aria-labelledby="sent-letters">
      <header>
        <h2 id="sent-letters">{t`Sent in the last 30 days`}</h2>
        <span className="subtle numeric">{inDigits(total)}</span>
        <p>
          {t`The shop keeps no content of an email that was sent. One that was given up after two days can be tried again.`}
        </p>
      </header>
      {letters.length === 0 ? (
        <p className="panel-words muted">{t`Nothing was sent yet.`}</p>
      ) : (
        <DataTable
          label={t`Emails of the last 30 days`}
          form="table-plain"
          columns={hasActions ? [...columns, actions] : columns}
          rows={letters}
          idOf={({ id }) => id}
        />
      )}
      <div className="px-5 py-3 empty:hidden">
        <Pages label={t`Pages of emails`} page={page} total={total} />
      </div>
    </section>
  );
}

const words = {
  queued: t`Waiting`,
  sent: t`Sent`,
  file: t`Written to a file`,
  failed: t`Given up`,
  limited: t`Not sent`,
} as const;

function State({ letter: { state, reason } }: { letter: SentLetter }) {
  const tone = state === 'sent' ? 'text-jade' : state === 'failed' ? 'text-crimson' : undefined;
  return (
    <>
      <span className={tone}>{words[state]}</span>
      {reason !== '' && <span className="way-words">{reason}</span>}
    </>
  );
}

function ResendButton({ id }: { id: string }) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('resendLetter', { params: { id } });
    if (!answer.success) return adminFailure(t`Failed to send it again`, answer);
    showToast({ tone: 'done', text: t`The email is tried again` });
    await revalidate();
    // The button is removed.
    focusMain();
    return undefined;
  });
  return (
    <div className="row-actions">
      {failure && (
        <p role="alert" className="text-crimson">
          {failure.message}
        </p>
      )}
      <Button variant="line" onClick={submit} busy={isBusy} busyLabel={t`Sending...`} aria-describedby={`letter-${id}`}>
        {t`Resend`}
      </Button>
    </div>
  );
}
