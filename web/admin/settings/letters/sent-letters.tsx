import { useRevalidator } from 'react-router';
import type { SentLetter } from '#contract/letters.ts';
import { call } from '../../../api.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { useHasRole } from '../../admin-access.ts';
import { adminFailure } from '../../admin-failure.ts';
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
    title: 'Email',
    cellClass: 'strong cell-main wrap-anywhere',
    cell: ({ id, name, subject }) => (
      <>
        <span id={`letter-${id}`}>{name}</span>
        <span className="way-words font-normal">{subject}</span>
      </>
    ),
  },
  { title: 'To', cellClass: 'cell-full wrap-anywhere', cell: ({ to }) => to },
  {
    title: 'When',
    cellClass: 'numeric cell-full',
    cell: ({ sentAt, createdAt }) => <Moment at={sentAt ?? createdAt} />,
  },
  { title: 'State', cellClass: 'cell-full', cell: (letter) => <State letter={letter} /> },
];

/** The emails of the last 30 days, newest first, without their content. */
export function SentLetters({ letters, total, page }: SentLettersProps) {
  const isOwner = useHasRole('owner');
  const actions: Column<SentLetter, never> = {
    title: 'Actions',
    right: true,
    cellClass: 'cell-full',
    cell: (letter) => letter.canResend && <ResendButton id={letter.id} />,
  };
  const hasActions = isOwner && letters.some(({ canResend }) => canResend);
  return (
    <section className="panel" aria-labelledby="sent-letters">
      <header>
        <h2 id="sent-letters">Sent in the last 30 days</h2>
        <span className="subtle numeric">{total.toLocaleString('en-US')}</span>
        <p>
          The shop keeps no content of an email that was sent. One that was given up after two days can be tried again.
        </p>
      </header>
      {letters.length === 0 ? (
        <p className="panel-words muted">Nothing was sent yet.</p>
      ) : (
        <DataTable
          label="Emails of the last 30 days"
          form="table-plain"
          columns={hasActions ? [...columns, actions] : columns}
          rows={letters}
          idOf={({ id }) => id}
          sorting={null}
          onSort={() => {}}
        />
      )}
      <div className="px-5 py-3 empty:hidden">
        <Pages label="Pages of emails" page={page} total={total} />
      </div>
    </section>
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{useTimes().minute(at)}</time>;
}

const words = {
  queued: 'Waiting',
  sent: 'Sent',
  file: 'Written to a file',
  failed: 'Given up',
  limited: 'Not sent',
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
    if (!answer.success) return adminFailure('Failed to send it again', answer);
    showToast({ tone: 'done', text: 'The email is tried again' });
    await revalidate();
    return undefined;
  });
  return (
    <div className="row-actions">
      {failure && (
        <p role="alert" className="text-crimson">
          {failure.message}
        </p>
      )}
      <Button variant="line" onClick={submit} busy={isBusy} busyLabel="Sending..." aria-describedby={`letter-${id}`}>
        Resend
      </Button>
    </div>
  );
}
