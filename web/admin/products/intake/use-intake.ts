import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { IntakePiece } from '#contract/intake.ts';
import type { IntakeCells } from '#contract/intake-cells.ts';
import { type Answer, call } from '../../../api.ts';
import { type CellChange, type CellSaver, cellKey, createCellSaver, type SavingState } from './cell-saver.ts';

type Loaded = Extract<Answer<'getIntake'>, { success: true }>;

/** A piece with its cells as they are typed here, saved or not. */
export interface Piece extends Omit<IntakePiece, 'cells'> {
  cells: IntakeCells;
}

export interface Intake {
  pieces: readonly Piece[];
  keptUntil: string | null;
  saving: SavingState;
  /** Asks what has changed, here or elsewhere. */
  refresh: () => Promise<void>;
  setCells: (changes: readonly CellChange[]) => void;
  saveNow: () => void;
}

/** Milliseconds between two questions for what others have changed. */
const pollInterval = 5_000;

/** What waits in the intake, kept up to date with what other people and pages do, and with what is typed here. */
export function useIntake(loaded: Loaded): Intake {
  const [latest, setLatest] = useState(loaded);
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, CellChange>>(new Map());
  const [saving, setSaving] = useState<SavingState>({ is: 'saved' });
  const version = useRef(loaded.version);
  const saves = useRef(0);
  const saver = useRef<CellSaver>(null);

  const refresh = useCallback(async () => {
    const before = saves.current;
    const answer = await call('getIntake', { quiet: true, query: { seen: version.current } });
    // What was read before a save would bring the earlier values back; the next question asks again.
    if (!answer.success || saves.current !== before) return;
    version.current = answer.version;
    setLatest((current) => ({ ...answer, pieces: answer.pieces ?? current.pieces }));
  }, []);

  useEffect(() => {
    const opened = createCellSaver({
      ...{ delay: 500, retryAfter: 10_000 },
      async send(changes, isLeaving) {
        const answer = await call('saveCells', {
          body: { changes: [...changes] },
          keepalive: isLeaving,
          quiet: isLeaving,
        });
        return answer.success ? null : answer.message;
      },
      onSaved(changes) {
        saves.current += 1;
        setLatest((current) => ({ ...current, pieces: withChanges(current.pieces ?? [], byCell(changes)) }));
      },
      onChange(next, state) {
        setUnsaved(next);
        setSaving(state);
      },
    });
    saver.current = opened;
    const leave = () => opened.flush(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      opened.close();
    };
  }, []);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    const timer = setInterval(look, pollInterval);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [refresh]);

  const pieces = useMemo(() => withChanges(latest.pieces ?? [], unsaved), [latest.pieces, unsaved]);
  return {
    pieces,
    keptUntil: latest.keptUntil,
    saving,
    refresh,
    setCells: useCallback((changes: readonly CellChange[]) => saver.current?.set(changes), []),
    saveNow: useCallback(() => saver.current?.flush(), []),
  };
}

const byCell = (changes: readonly CellChange[]) => new Map(changes.map((change) => [cellKey(change), change]));

/** Pieces without a change stay the same objects, so that their rows are not rendered again. */
function withChanges(pieces: readonly IntakePiece[], changes: ReadonlyMap<string, CellChange>): Piece[] {
  const byPiece = Map.groupBy(changes.values(), ({ pieceId }) => pieceId);
  return pieces.map((piece) => {
    const own = byPiece.get(piece.id);
    if (!own) return piece;
    return {
      ...piece,
      cells: { ...piece.cells, ...Object.fromEntries(own.map(({ field, value }) => [field, value])) },
    };
  });
}
