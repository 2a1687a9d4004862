import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { BankRow } from '#contract/bank.ts';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../api.ts';
import { Note } from '../../ui/note.tsx';
import { adminFailure } from '../admin-failure.ts';
import { CsvFilePanel } from '../csv-file-panel.tsx';

interface Uploaded {
  name: string;
  rows: readonly BankRow[];
  added: number;
  unreadLines: readonly number[];
}

/** Uploads a statement, by click or drop, and says what is in it. `onUploaded` loads the lists again. */
export function StatementUpload({ onUploaded }: { onUploaded: () => void }) {
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);

  async function upload(chosen: File) {
    const form = new FormData();
    form.append('statement', chosen);
    const answer = await call('uploadStatement', { form });
    if (!answer.success) return adminFailure(t`Failed to read the statement`, answer);
    const { rows, added, unreadLines } = answer;
    setUploaded({ name: chosen.name, rows, added, unreadLines });
    onUploaded();
    return undefined;
  }

  return (
    <CsvFilePanel
      title={t`The statement`}
      words={t`Download the statement from your bank as CSV. Rows that you brought in before are known again and change nothing.`}
      label={t`Statement of the bank`}
      reading={t`Reading the statement...`}
      limits={t`CSV, at most 2 MB. It stays on your own server.`}
      accept=".csv,text/csv"
      whereCsvIs={t`Your bank offers CSV beside PDF, often under “Export”.`}
      largest={{ bytes: limits.statement, refusal: failures.statementTooLarge[1] }}
      onBegin={() => setUploaded(null)}
      upload={upload}
    >
      {uploaded && <Note tone="done">{summaryOf(uploaded)}</Note>}
      {uploaded && uploaded.unreadLines.length > 0 && <Note tone="info">{unreadWords(uploaded.unreadLines)}</Note>}
    </CsvFilePanel>
  );
}

function summaryOf({ name, rows, added }: Uploaded): string {
  if (rows.length === 0) return t`${name} has no rows that add money.`;
  if (added === 0) return t`${name}: every row is known already. Nothing has changed.`;
  const open = rows.filter((row) => !row.isRecorded && !row.isDismissed);
  const count = (match: BankRow['match']) => open.filter((row) => row.match === match).length;
  const [matched, ambiguous, unknown] = [count('matched'), count('ambiguous'), count('unknown')];
  const total = rows.length;
  const known = total - added;
  if (known > 0)
    return plural(total, {
      one: `${name}: # row that adds money. ${matched} matched, ${ambiguous} to choose, ${unknown} unknown, ${known} known already.`,
      other: `${name}: # rows that add money. ${matched} matched, ${ambiguous} to choose, ${unknown} unknown, ${known} known already.`,
    });
  return plural(total, {
    one: `${name}: # row that adds money. ${matched} matched, ${ambiguous} to choose, ${unknown} unknown.`,
    other: `${name}: # rows that add money. ${matched} matched, ${ambiguous} to choose, ${unknown} unknown.`,
  });
}

const maxListedLines = 10;

/** Says which lines were left out. It is not shown as a failure, because totals at the end of a statement are left out too. */
function unreadWords(lines: readonly number[]): string {
  const list = lines.slice(0, maxListedLines).join(', ') + (lines.length > maxListedLines ? ', …' : '');
  return plural(lines.length, {
    one: `Line ${list} was left out: it has no day or no amount that can be read. If it is money that arrived, record it at its order.`,
    other: `# lines were left out: they have no day or no amount that can be read (${list}). If one is money that arrived, record it at its order.`,
  });
}
