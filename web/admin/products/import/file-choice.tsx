import { t } from '@lingui/core/macro';
import { useNavigate } from 'react-router';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../../api.ts';
import { adminFailure } from '../../admin-failure.ts';
import { CsvFilePanel } from '../../csv-file-panel.tsx';
import { addressOfImport } from './import-address.ts';

/** Uploads a CSV file of pieces that is chosen or dropped, and opens its dry run. */
export function FileChoice() {
  const navigate = useNavigate();

  async function upload(chosen: File) {
    const form = new FormData();
    form.append('file', chosen);
    const answer = await call('readImport', { form });
    if (!answer.success) return adminFailure(t`Failed to read the file`, answer);
    await navigate(addressOfImport(answer.import.id));
    return undefined;
  }

  return (
    <CsvFilePanel
      title={t`The file`}
      words={t`The export of this shop, of Shopify or WooCommerce, or a list of your own. Nothing changes before you have seen what the import would do.`}
      label={t`File of pieces`}
      reading={t`Reading the file...`}
      limits={t`CSV, at most 10 MB and 5,000 rows.`}
      accept=".csv,.tsv,.txt,text/csv"
      whereCsvIs={t`Spreadsheets offer CSV under “Save as” or “Download”.`}
      largest={{ bytes: limits.importFile, refusal: failures.importTooLarge[1] }}
      upload={upload}
    />
  );
}
