import { t } from '@lingui/core/macro';
import { memo, useId } from 'react';
import type { IntakeField } from '#contract/intake-cells.ts';
import { fieldColumns, type GridColumn } from './grid-columns.ts';
import { Thumbnail } from './photograph.tsx';
import type { Piece } from './pieces.ts';
import { isReady, type RowProblems } from './row-problems.ts';

interface FactRowProps {
  piece: Piece;
  number: number;
  problems: RowProblems;
  /** Whether cells that are needed but empty are marked as invalid, too. */
  marksMissing: boolean;
  /** The cell of this row that Tab leads to; null if Tab leads to another row. */
  tabStop: GridColumn | null;
  isChosen: boolean;
  artistsId: string;
  onType: (pieceId: string, field: IntakeField, value: string) => void;
  onChoose: (pieceId: string, isChosen: boolean) => void;
}

/** A piece in the grid. */
export const FactRow = memo(function FactRow(props: FactRowProps) {
  const { piece, number, problems, marksMissing, tabStop, isChosen, artistsId, onType, onChoose } = props;
  const stateId = useId();
  const [main] = piece.pictures;
  const sentences = sentencesOf(problems, marksMissing);
  return (
    <tr className={isChosen ? 'chosen' : undefined}>
      <td className="col-choose">
        <input
          type="checkbox"
          aria-label={t`Choose row ${number}`}
          data-row={piece.id}
          data-column="choose"
          tabIndex={tabStop === 'choose' ? 0 : -1}
          checked={isChosen}
          onChange={({ target }) => onChoose(piece.id, target.checked)}
        />
      </td>
      <td className="col-number numeric">{number}</td>
      <td className="col-picture">{main && <Thumbnail {...main} />}</td>
      {fieldColumns.map(({ field, title, className }) => {
        const isMarked = problems.fields[field] !== undefined || (marksMissing && problems.missing.includes(field));
        return (
          <td key={field} className={className} data-label={title}>
            <input
              className="field-of-cell"
              aria-label={t`${title}, row ${number}`}
              aria-invalid={isMarked || undefined}
              aria-describedby={isMarked ? stateId : undefined}
              data-row={piece.id}
              data-column={field}
              tabIndex={tabStop === field ? 0 : -1}
              autoComplete="off"
              list={field === 'artist' ? artistsId : undefined}
              value={piece.cells[field]}
              onChange={({ target }) => onType(piece.id, field, target.value)}
            />
          </td>
        );
      })}
      <td className="col-state" data-label={t`State`} id={stateId}>
        {isReady(problems) ? (
          <span className="text-jade">{t`Ready`}</span>
        ) : (
          sentences.map(({ text, isError }) => (
            <span key={text} className={isError ? 'text-crimson' : 'subtle'}>
              {text}
            </span>
          ))
        )}
      </td>
    </tr>
  );
});

const missingWords: Partial<Record<IntakeField, string>> = { name: t`A name is needed`, price: t`A price is needed` };

function sentencesOf({ fields, missing }: RowProblems, marksMissing: boolean): { text: string; isError: boolean }[] {
  const wrong = Object.values(fields).map((text) => ({ text, isError: true }));
  return [...wrong, ...missing.map((field) => ({ text: missingWords[field] ?? '', isError: marksMissing }))].filter(
    ({ text }, index, all) => all.findIndex((other) => other.text === text) === index,
  );
}
