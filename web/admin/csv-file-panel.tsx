import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useRef } from 'react';
import { FailureNote } from '../ui/note.tsx';
import { type FormFailure, useSubmission } from '../ui/use-submission.ts';
import { PanelIcon } from './panel-icon.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface CsvFilePanelProps {
  title: string;
  words: string;
  /** The accessible name of the file input. */
  label: string;
  reading: string;
  limits: string;
  accept: string;
  /** Where to get a CSV file. Shown if the chosen file is of another kind; such a file is not uploaded. */
  whereCsvIs: string;
  /** The largest size in bytes, and the message about a larger file. */
  largest: { bytes: number; refusal: string };
  /** Called when a file is chosen, before it is checked. */
  onBegin?: () => void;
  upload: (file: File) => Promise<FormFailure | undefined>;
  /** Shown below a failure. */
  children?: ReactNode;
}

/** A panel that takes a CSV file by click or drop, checks it and uploads it. */
export function CsvFilePanel(props: CsvFilePanelProps) {
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { begin, isBusy, failure } = useCsvUpload(props);
  const { isOver, ...dropping } = useFileDrop(begin);
  return (
    <section className={isOver ? 'panel dropping' : 'panel'} {...dropping} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{props.title}</h2>
        <p>{props.words}</p>
      </header>
      <div className="grid gap-4 p-5">
        <button
          type="button"
          className="drop"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && input.current?.click()}
        >
          <PanelIcon name="upload" />
          <span>
            {isBusy ? (
              <b className="font-medium text-ink">{props.reading}</b>
            ) : (
              <Trans>
                <b className="font-medium text-ink">Choose a file</b> or drop it here
              </Trans>
            )}
          </span>
          <span className="subtle">{props.limits}</span>
        </button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={props.label}
          accept={props.accept}
          onChange={(event) => {
            begin(event.target.files ?? []);
            // Reset, so that the same file can be chosen again.
            event.target.value = '';
          }}
        />
        {failure && <FailureNote>{failure.message}</FailureNote>}
        {props.children}
      </div>
    </section>
  );
}

/** `begin` checks the first of the files and uploads it. */
function useCsvUpload({ onBegin, upload, whereCsvIs, largest }: CsvFilePanelProps) {
  const file = useRef<File>(undefined);
  const { isBusy, failure, submit } = useSubmission(() => {
    onBegin?.();
    const chosen = file.current;
    if (!chosen) return undefined;
    const problem = problemOf(chosen);
    return problem === null ? upload(chosen) : { message: problem };
  });

  function problemOf({ name, size, type }: File): string | null {
    if (!/\.(csv|tsv|txt)$/i.test(name) && !type.startsWith('text/'))
      return t`${name} is not a CSV file. ${whereCsvIs}`;
    return size > largest.bytes ? largest.refusal : null;
  }

  function begin(files: Iterable<File>) {
    [file.current] = files;
    submit();
  }

  return { begin, isBusy, failure };
}
