import { useRef, useState } from 'react';
import type { BankRow } from '#contract/bank.ts';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../api.ts';
import { Icon } from '../../ui/icon.tsx';
import { FailureNote, Note } from '../../ui/note.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { useFileDrop } from '../use-file-drop.ts';

interface Uploaded {
  name: string;
  rows: readonly BankRow[];
  added: number;
}

/** Uploads a statement, by click or drop, and says what is in it. `onUploaded` loads the lists again. */
export function StatementUpload({ onUploaded }: { onUploaded: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const file = useRef<File>(undefined);
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  const { isBusy, failure, submit } = useSubmission(() => {
    setUploaded(null);
    const chosen = file.current;
    if (!chosen) return undefined;
    const problem = problemOf(chosen);
    return problem === null ? upload(chosen) : { message: problem };
  });
  const begin = (files: Iterable<File>) => {
    [file.current] = files;
    submit();
  };
  const { isOver, ...dropping } = useFileDrop(begin);

  async function upload(chosen: File) {
    const form = new FormData();
    form.append('statement', chosen);
    const answer = await call('uploadStatement', { form });
    if (!answer.success) return adminFailure('Failed to read the statement', answer);
    setUploaded({ name: chosen.name, rows: answer.rows, added: answer.added });
    onUploaded();
    return undefined;
  }

  return (
    <section className={isOver ? 'panel dropping' : 'panel'} {...dropping} aria-labelledby="statement">
      <header>
        <h2 id="statement">The statement</h2>
        <p>
          Download the statement from your bank as CSV. Rows that you brought in before are known again and change
          nothing.
        </p>
      </header>
      <div className="grid gap-4 p-5">
        <button
          type="button"
          className="drop"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && input.current?.click()}
        >
          <Icon name="upload" />
          <span>
            <b className="font-medium text-ink">{isBusy ? 'Reading the statement...' : 'Choose a file'}</b>
            {!isBusy && ' or drop it here'}
          </span>
          <span className="subtle">CSV, at most 2 MB. It stays on your own server.</span>
        </button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Statement of the bank"
          accept=".csv,text/csv"
          onChange={(event) => {
            begin(event.target.files ?? []);
            // Reset, so that the same file can be chosen again.
            event.target.value = '';
          }}
        />
        {failure && <FailureNote>{failure.message}</FailureNote>}
        {uploaded && <Note tone="done">{summaryOf(uploaded)}</Note>}
      </div>
    </section>
  );
}

/** Checked before the upload. */
function problemOf({ name, size, type }: File): string | null {
  if (!/\.(csv|tsv|txt)$/i.test(name) && !type.startsWith('text/'))
    return `${name} is not a CSV file. Your bank offers CSV beside PDF, often under “Export”.`;
  return size > limits.statement ? failures.statementTooLarge[1] : null;
}

function summaryOf({ name, rows, added }: Uploaded): string {
  if (rows.length === 0) return `${name} has no rows that add money.`;
  if (added === 0) return `${name}: every row is known already. Nothing has changed.`;
  const open = rows.filter((row) => !row.isRecorded && !row.isDismissed);
  const count = (match: BankRow['match']) => open.filter((row) => row.match === match).length;
  const known = rows.length - added;
  const parts = [
    `${count('matched')} matched`,
    `${count('ambiguous')} to choose`,
    `${count('unknown')} unknown`,
    ...(known > 0 ? [`${known} known already`] : []),
  ];
  return `${name}: ${rows.length === 1 ? '1 row that adds money' : `${rows.length} rows that add money`}. ${parts.join(', ')}.`;
}
