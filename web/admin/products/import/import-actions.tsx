import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import type { PieceImport } from '#contract/imports.ts';
import { saveFile } from '../../../account/save-file.ts';
import { call, callForFile } from '../../../api.ts';
import { inDigits } from '../../../language/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure, failureText } from '../../admin-failure.ts';
import { outcomeWords, rowsToImport } from './import-words.ts';

/** Imports what the dry run shows. `onImported` is called when the page shows the outcome. */
export function ImportActions({ planned, onImported }: { planned: PieceImport; onImported: () => void }) {
  const [withoutRefused, setWithoutRefused] = useState(false);
  const importing = useImporting(planned, withoutRefused, onImported);
  const count = rowsToImport(planned);
  const { refused } = planned.counts;
  return (
    <section className="panel" aria-labelledby="to-import">
      <header>
        <h2 id="to-import">{t`Import`}</h2>
        <p>
          <Trans>
            Sold and reserved pieces never change by import. After the import one button takes all of it back, for 24
            hours.
          </Trans>
        </p>
      </header>
      <div className="grid justify-items-start gap-4 p-5">
        {planned.notices.length > 0 && (
          <ul className="grid gap-1">
            {planned.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        )}
        {refused > 0 && <Refused planned={planned} isLeftOut={withoutRefused} onChange={setWithoutRefused} />}
        {importing.failure && <FailureNote>{importing.failure.message}</FailureNote>}
        {importing.canLookAgain && <LookAgain planned={planned} onDone={importing.forgetFailure} />}
        {count === 0 ? (
          <p className="muted">{t`No row is new or changes a piece, so there is nothing to import.`}</p>
        ) : (
          <Button busy={importing.isBusy} busyLabel={t`Importing...`} onClick={importing.submit}>
            {importRowsWords(count)}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Makes the import. `canLookAgain`: the server has refused it with 409, for example because the dry run is out of date. */
function useImporting(planned: PieceImport, withoutRefused: boolean, onImported: () => void) {
  const { revalidate } = useRevalidator();
  const [canLookAgain, setCanLookAgain] = useState(false);
  const { isBusy, failure, setFailure, submit } = useSubmission(async () => {
    const body = { plan: planned.plan, withoutRefused };
    const answer = await call('applyImport', { params: { id: planned.id }, body });
    if (!answer.success && !(answer.status === 409 && (await isOver(planned)))) {
      setCanLookAgain(answer.status === 409);
      return adminFailure(t`Failed to import`, answer);
    }
    await revalidate();
    showToast(
      answer.success
        ? { tone: 'done', text: outcomeWords(answer.import) }
        : { tone: 'failed', text: failureText(t`Failed to import`, answer) },
    );
    onImported();
    return undefined;
  });
  function forgetFailure() {
    setCanLookAgain(false);
    setFailure(null);
  }
  return { isBusy, failure, canLookAgain, forgetFailure, submit };
}

function importRowsWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, { one: `Import ${shown} row`, other: `Import ${shown} rows` });
}

/** Whether somebody has already made the import, for example in another window, so that nothing is left to do here. */
async function isOver({ id }: PieceImport): Promise<boolean> {
  const found = await call('getImport', { params: { id } });
  return found.success && found.import.state !== 'planned';
}

interface RefusedProps {
  planned: PieceImport;
  isLeftOut: boolean;
  onChange: (isLeftOut: boolean) => void;
}

/** Offers the rows that cannot be read as a file to correct, and a checkbox that leaves them out of the import. */
function Refused({ planned: { id, counts }, isLeftOut, onChange }: RefusedProps) {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadRefusedRows', { params: { id } });
    if (!answer.success) return adminFailure(t`Failed to download the rows`, answer);
    saveFile(answer.file, 'rows-to-correct.csv');
    return undefined;
  });
  const count = counts.refused;
  const shown = inDigits(count);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <label className="check">
        <input type="checkbox" checked={isLeftOut} onChange={({ target }) => onChange(target.checked)} />
        <span>
          {plural(count, {
            one: 'One row cannot be read: leave it out and import the rest',
            other: `${shown} rows cannot be read: leave them out and import the rest`,
          })}
        </span>
      </label>
      <Button variant="line" small busy={isBusy} onClick={submit}>
        <Icon name="download" small />
        {plural(count, { one: 'This row as CSV', other: `These ${shown} rows as CSV` })}
      </Button>
    </div>
  );
}

/** Plans the import again with the pieces as they are now. */
function LookAgain({ planned, onDone }: { planned: PieceImport; onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const targets = planned.columns.map(({ target }) => target);
    const answer = await call('changeImportColumns', { params: { id: planned.id }, body: { targets } });
    if (!answer.success) return adminFailure(t`Failed to look again`, answer);
    await revalidate();
    showToast({ tone: 'done', text: t`The dry run is up to date` });
    flushSync(onDone);
    // The button that had the focus was removed. If the plan is another one, so was the whole section.
    const panel = document.getElementById('to-import')?.closest('section');
    panel?.querySelector<HTMLElement>('button.button:last-of-type')?.focus();
    return undefined;
  });
  return (
    <div>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <Button variant="line" small busy={isBusy} onClick={submit}>
        {t`Look again`}
      </Button>
    </div>
  );
}
