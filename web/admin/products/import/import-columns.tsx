import { t } from '@lingui/core/macro';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import { type ImportTarget, importTargets, labelOfTarget } from '#contract/import-columns.ts';
import type { ImportColumn, PieceImport } from '#contract/imports.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { DataTable } from '../../table/data-table.tsx';

type Targets = readonly (ImportTarget | null)[];

/** What each column of the file becomes. Another choice plans the import again, and is stored for the next file with the same titles. */
export function ImportColumns({ planned, isFixed }: { planned: PieceImport; isFixed: boolean }) {
  const { revalidate } = useRevalidator();
  const stored = planned.columns.map(({ target }) => target);
  const [chosen, setChosen] = useState<Targets | null>(null);
  const targets = chosen ?? stored;
  const section = useRef<HTMLElement>(null);
  function showStored() {
    flushSync(() => setChosen(null));
    // The button that was pressed is removed.
    if (document.activeElement === document.body) section.current?.focus();
  }
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('changeImportColumns', { params: { id: planned.id }, body: { targets: [...targets] } });
    if (!answer.success) return adminFailure(t`Failed to change the columns`, answer);
    await revalidate();
    showStored();
    showToast({ tone: 'done', text: t`Read again with these columns` });
    return undefined;
  });
  return (
    <section ref={section} tabIndex={-1} className="panel outline-none" aria-labelledby="columns">
      <header>
        <h2 id="columns">
          {t`Columns`} <span className="subtle numeric font-normal">{planned.columns.length}</span>
        </h2>
        {!isFixed && <p>{t`Your choice is remembered for the next file with these titles.`}</p>}
      </header>
      <ColumnTable columns={planned.columns} targets={targets} onChoose={isFixed ? null : setChosen} />
      {chosen !== null && (
        <footer className="grid gap-3 p-5">
          {failure && <FailureNote>{failure.message}</FailureNote>}
          <span className="flex flex-wrap gap-3">
            <Button variant="line" small busy={isBusy} busyLabel={t`Reading again...`} onClick={submit}>
              {t`Read again with these columns`}
            </Button>
            <Button variant="text" small onClick={showStored}>
              {t`Put back`}
            </Button>
          </span>
        </footer>
      )}
    </section>
  );
}

interface ColumnTableProps {
  columns: readonly ImportColumn[];
  targets: Targets;
  /** Null when nothing can be chosen any more. */
  onChoose: ((targets: Targets) => void) | null;
}

type NumberedColumn = ImportColumn & { place: number };

function ColumnTable({ columns, targets, onChoose }: ColumnTableProps) {
  const numbered = columns.map((column, place): NumberedColumn => ({ ...column, place }));
  return (
    <DataTable<NumberedColumn, never>
      label={t`Columns of the file`}
      form="table-plain"
      columns={[
        {
          title: t`In the file`,
          cellClass: 'strong cell-main wrap-anywhere',
          cell: ({ title, sample }) => (
            <>
              {title || t`(no title)`}
              <span className="subtle block font-normal text-12">{sample || t`empty`}</span>
            </>
          ),
        },
        {
          title: t`Becomes`,
          cellClass: 'cell-full lg:w-72',
          cell: ({ title, place }) => {
            const target = targets[place] ?? null;
            if (onChoose === null) return target === null ? t`Left out` : labelOfTarget(target);
            return (
              <TargetChoice
                title={title || columnWords(place + 1)}
                target={target}
                onChoose={(next) => onChoose(targets.map((one, at) => (at === place ? next : one)))}
              />
            );
          },
        },
        {
          title: t`Read as`,
          cellClass: 'cell-full muted wrap-anywhere',
          cell: ({ readAs, target, place }) => {
            if (targets[place] !== target) return t`Not read yet`;
            return target === null && onChoose === null ? '' : readAs;
          },
        },
      ]}
      rows={numbered}
      idOf={({ place }) => String(place)}
    />
  );
}

const columnWords = (number: number) => t`Column ${number}`;

interface TargetChoiceProps {
  title: string;
  target: ImportTarget | null;
  onChoose: (target: ImportTarget | null) => void;
}

function TargetChoice({ title, target, onChoose }: TargetChoiceProps) {
  const id = useId();
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {t`${title} becomes`}
      </label>
      <select
        id={id}
        className="input input-small w-full"
        value={target ?? ''}
        onChange={(event) => onChoose(importTargets.find((known) => known === event.target.value) ?? null)}
      >
        <option value="">{t`Leave out`}</option>
        {importTargets.map((known) => (
          <option key={known} value={known}>
            {labelOfTarget(known)}
          </option>
        ))}
      </select>
    </>
  );
}
