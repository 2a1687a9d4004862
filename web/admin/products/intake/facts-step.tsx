import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { call } from '../../../api.ts';
import { useShop } from '../../../shell/shop.ts';
import { DraftsBar } from './drafts-bar.tsx';
import { FactRow } from './fact-row.tsx';
import { fieldColumns } from './grid-columns.ts';
import type { Piece } from './pieces.ts';
import { isReady, problemsOf, type Refused } from './row-problems.ts';
import { useGrid } from './use-grid.ts';
import type { Intake } from './use-intake.ts';
import { useStable } from './use-stable.ts';

/** The facts of the pieces, in a grid like a spreadsheet, and the button that makes drafts of them. */
export function FactsStep({ intake, onTheirWay }: { intake: Intake; onTheirWay: number }) {
  const { pieces } = intake;
  const count = pieces.length;
  const checks = useRowChecks(pieces);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback((id: string, isChosen: boolean) => {
    setChosenIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((other) => other !== id)));
  }, []);
  return (
    <section className="panel" aria-labelledby="facts">
      <header>
        <h2 id="facts">{plural(count, { one: '# piece', other: '# pieces' })}</h2>
        <KeysHint />
      </header>
      <FactsGrid intake={intake} checks={checks} chosenIds={chosenIds} onChoose={choose} />
      <DraftsBar
        intake={intake}
        ready={pieces.filter(({ id }) => isReady(checks.problems.get(id) ?? { fields: {}, missing: ['name'] }))}
        chosen={pieces.filter(({ id }) => chosenIds.has(id))}
        onTheirWay={onTheirWay}
        onTried={(left) => {
          checks.addRefused(left);
          setChosenIds(new Set());
        }}
      />
    </section>
  );
}

type RowChecks = ReturnType<typeof useRowChecks>;

/** The problems that keep rows from becoming drafts, by id of the piece. They are found by the rules of the form, or by the server. */
function useRowChecks(pieces: readonly Piece[]) {
  const { currency } = useShop();
  const [refused, setRefused] = useState<ReadonlyMap<string, Refused>>(new Map());
  const [hasTried, setTried] = useState(false);
  const problems = useMemo(
    () => new Map(pieces.map((piece) => [piece.id, problemsOf(piece, currency, refused.get(piece.id))])),
    [pieces, currency, refused],
  );
  return {
    problems,
    /** Whether somebody has tried to make drafts. From then on, empty cells that are needed are marked. */
    hasTried,
    addRefused(left: ReadonlyMap<string, Refused>) {
      setTried(true);
      // What was said about other rows is still true.
      setRefused((before) => new Map([...before, ...left]));
    },
  };
}

function KeysHint() {
  return (
    <p className="subtle keys-hint">
      <Trans>
        <kbd>Enter</kbd> down, <kbd>Tab</kbd> right, <kbd>F2</kbd> edit, <kbd>Esc</kbd> put back, <kbd>Ctrl D</kbd> same
        as above, <kbd>Ctrl V</kbd> paste from a spreadsheet, <kbd>Ctrl Z</kbd> undo. To leave the grid:{' '}
        <kbd>Ctrl End</kbd> and <kbd>Tab</kbd>, or <kbd>Ctrl Home</kbd> and <kbd>Shift Tab</kbd>
      </Trans>
    </p>
  );
}

interface FactsGridProps {
  intake: Intake;
  checks: RowChecks;
  /** Ids of the chosen pieces. */
  chosenIds: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
}

function FactsGrid({ intake, checks: { problems, hasTried }, chosenIds, onChoose }: FactsGridProps) {
  const { pieces } = intake;
  const count = pieces.length;
  const { grid, active, words, type, events } = useGrid(intake);
  const artistsId = useId();
  // A function that stays the same, so that rows that have not changed are not rendered again.
  const stableType = useStable(type);
  const activeId = pieces.some(({ id }) => id === active?.pieceId) ? active?.pieceId : pieces[0]?.id;
  return (
    <>
      {pieces.length === 0 && <p className="state muted">{t`No photographs wait here.`}</p>}
      {pieces.length > 0 && (
        <div className="grid-scroll">
          <ArtistNames id={artistsId} />
          {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are fields that arrows move between. */}
          <table className="cells" role="grid" aria-label={t`Facts of ${count} pieces`} ref={grid} {...events}>
            <GridHead />
            <tbody>
              {pieces.map((piece, index) => (
                <FactRow
                  key={piece.id}
                  piece={piece}
                  number={index + 1}
                  problems={problems.get(piece.id) ?? { fields: {}, missing: [] }}
                  marksMissing={hasTried}
                  tabStop={piece.id === activeId ? (piece.id === active?.pieceId ? active.column : 'name') : null}
                  isChosen={chosenIds.has(piece.id)}
                  artistsId={artistsId}
                  onType={stableType}
                  onChoose={onChoose}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="grid-words" role="status">
        {words}
      </p>
    </>
  );
}

/** The names of the artists of the shop, as suggestions for the cells. */
function ArtistNames({ id }: { id: string }) {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    void call('listArtistsAsAdmin', { quiet: true, query: { page: 1, pageSize: 200 } }).then((answer) => {
      if (answer.success) setNames(answer.artists.map(({ name }) => name));
    });
  }, []);
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

function GridHead() {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t`Choose`}</span>
        </th>
        <th scope="col">
          <span className="visually-hidden">{t`Number`}</span>
        </th>
        <th scope="col">
          <span className="visually-hidden">{t`Picture`}</span>
        </th>
        {fieldColumns.map(({ field, title, className }) => (
          <th scope="col" key={field} className={className}>
            {title}
            {(field === 'name' || field === 'price') && ' *'}
          </th>
        ))}
        <th scope="col" className="col-state">
          {t`State`}
        </th>
      </tr>
    </thead>
  );
}
