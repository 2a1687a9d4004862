import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { saveFile } from '../../account/save-file.ts';
import { inDigits } from '../../language/numbers.ts';
import { useShop } from '../../shell/shop.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Column, CsvColumn } from './column.ts';
import { csvOf } from './csv.ts';
import { loadAllRows, type RequestRows } from './load-table.ts';

interface ExportButtonProps<Row, Field extends string> {
  /** File name without its extension. */
  filename: string;
  columns: readonly Column<Row, Field>[];
  /** Columns that are only in the file, after the others. */
  csvColumns: readonly CsvColumn<Row>[];
  requestRows: RequestRows<Row, Field>;
  idOf: (row: Row) => string;
}

/** Downloads all pages of the filtered and sorted table as a CSV file. */
export function ExportButton<Row, Field extends string>(props: ExportButtonProps<Row, Field>) {
  const { filename, columns, csvColumns, requestRows, idOf } = props;
  const [search] = useSearchParams();
  const shop = useShop();
  const [progress, setProgress] = useState<string | null>(null);

  async function save() {
    setProgress(t`Exporting...`);
    const rows = await loadAllRows(search, columns, requestRows, idOf, (done, total) => {
      const [loaded, all] = [inDigits(done), inDigits(total)];
      setProgress(t`Exporting ${loaded} of ${all}`);
    });
    setProgress(null);
    if (Array.isArray(rows))
      saveFile(
        new Blob([csvOf([...columns, ...csvColumns], rows, shop)], { type: 'text/csv;charset=utf-8' }),
        `${filename}.csv`,
      );
    else showToast({ tone: 'failed', text: rows.message });
  }

  return (
    <Button variant="line" small busy={progress !== null} busyLabel={progress ?? ''} onClick={() => void save()}>
      <Icon name="download" small />
      {t`Export CSV`}
    </Button>
  );
}
