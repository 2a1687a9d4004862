import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../../api.ts';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { useFileDrop } from '../../use-file-drop.ts';
import { addressOfImport } from './import-address.ts';

/** Uploads a file of pieces, by click or drop, and opens its dry run. */
export function FileChoice() {
  const input = useRef<HTMLInputElement>(null);
  const file = useRef<File>(undefined);
  const navigate = useNavigate();
  const { isBusy, failure, submit } = useSubmission(() => {
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
    form.append('file', chosen);
    const answer = await call('readImport', { form });
    if (!answer.success) return adminFailure('Failed to read the file', answer);
    await navigate(addressOfImport(answer.import.id));
    return undefined;
  }

  return (
    <section className={isOver ? 'panel dropping' : 'panel'} {...dropping} aria-labelledby="import-file">
      <header>
        <h2 id="import-file">The file</h2>
        <p>
          The export of this shop, of Shopify or WooCommerce, or a list of your own. Nothing changes before you have
          seen what the import would do.
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
            <b className="font-medium text-ink">{isBusy ? 'Reading the file...' : 'Choose a file'}</b>
            {!isBusy && ' or drop it here'}
          </span>
          <span className="subtle">CSV, at most 10 MB and 5,000 rows.</span>
        </button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File of pieces"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(event) => {
            begin(event.target.files ?? []);
            // Reset, so that the same file can be chosen again.
            event.target.value = '';
          }}
        />
        {failure && <FailureNote>{failure.message}</FailureNote>}
      </div>
    </section>
  );
}

/** Checked before the upload. */
function problemOf({ name, size, type }: File): string | null {
  if (!/\.(csv|tsv|txt)$/i.test(name) && !type.startsWith('text/'))
    return `${name} is not a CSV file. Spreadsheets offer CSV under “Save as” or “Download”.`;
  return size > limits.importFile ? failures.importTooLarge[1] : null;
}
