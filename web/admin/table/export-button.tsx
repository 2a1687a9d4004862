import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { saveFile } from '../../account/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Column } from './column.ts';
import { csvOf } from './csv.ts';
import { type AskForRows, loadAllRows } from './load-table.ts';

interface ExportButtonProps<Row, Field extends string> {
  /** Of the file, without its ending. */
  filename: string;
  columns: readonly Column<Row, Field>[];
  ask: AskForRows<Row, Field>;
  idOf: (row: Row) => string;
}

/** Saves what the table shows, every page of it, in its order, as a CSV file. */
export function ExportButton<Row, Field extends string>(props: ExportButtonProps<Row, Field>) {
  const { filename, columns, ask, idOf } = props;
  const [search] = useSearchParams();
  const [progress, setProgress] = useState<string | null>(null);

  async function save() {
    setProgress('Exporting...');
    const rows = await loadAllRows(search, columns, ask, idOf, (done, total) =>
      setProgress(`Exporting ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`),
    );
    setProgress(null);
    if (Array.isArray(rows))
      saveFile(new Blob([csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' }), `${filename}.csv`);
    else showToast({ tone: 'failed', text: rows.message });
  }

  return (
    <Button variant="line" small busy={progress !== null} busyLabel={progress ?? ''} onClick={() => void save()}>
      <Icon name="download" small />
      Export CSV
    </Button>
  );
}
