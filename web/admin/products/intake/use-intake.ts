import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { CellChange } from '#contract/intake.ts';
import { type Answer, call } from '../../../api.ts';
import { type CellSaver, createCellSaver, type SavingState } from './cell-saver.ts';
import { savable } from './cell-text.ts';
import { type LostCell, lostCells, type Piece, withChanges, withKnown } from './pieces.ts';

type Loaded = Extract<Answer<'getIntake'>, { success: true }>;

export interface Intake {
  pieces: readonly Piece[];
  keptUntil: string | null;
  saving: SavingState;
  /** What could not be saved because others have removed the pieces. */
  lost: readonly LostCell[];
  forgetLost: () => void;
  /** Asks the server for what has changed, on this page or elsewhere. */
  refresh: () => Promise<void>;
  /** Changes cells, which are saved soon after. Text that cannot be saved is replaced or cut (cell-text.ts). */
  setCells: (changes: readonly CellChange[]) => void;
  /** Sets the cell with the focus, or null. That cell shows what is typed here, whatever other people or the server change in it. */
  hold: (cell: CellChange | null) => void;
  /** Saves what is not saved yet; resolves to whether all is saved. */
  saveNow: () => Promise<boolean>;
}

/** Milliseconds between two requests for the changes of others. */
const pollInterval = 5_000;

/** The pieces in the intake, kept up to date with what other people and pages do, and with what is typed here. */
export function useIntake(loaded: Loaded): Intake {
  const [latest, setLatest] = useState({ ...loaded, pieces: withKnown([], loaded.pieces ?? []) });
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, CellChange>>(new Map());
  const [held, hold] = useState<CellChange | null>(null);
  const [lost, setLost] = useState<readonly LostCell[]>([]);
  const version = useRef(loaded.version);
  const saves = useRef(0);

  const refresh = useCallback(async () => {
    const before = saves.current;
    // Not quiet: if the session has ended, the sign-in dialog has to open.
    const answer = await call('getIntake', { query: { seen: version.current } });
    // An answer from before a save would bring the earlier values back, so it is ignored; the next request is newer.
    if (!answer.success || saves.current !== before) return;
    version.current = answer.version;
    setLatest((current) => ({ ...answer, pieces: withKnown(current.pieces, answer.pieces ?? current.pieces) }));
  }, []);
  const pieces = useMemo(
    () => withChanges(withChanges(latest.pieces, held ? [held] : []), [...unsaved.values()]),
    [latest.pieces, held, unsaved],
  );
  // The words for each piece by its id, also for pieces that a refresh removes before the cells typed for them are sent.
  const shown = useRef(new Map<string, string>());
  useEffect(() => {
    for (const [index, { id, cells }] of pieces.entries()) shown.current.set(id, pieceWords(index + 1, cells.name));
  }, [pieces]);
  const { saving, saver } = useCellSaver({
    onUnsaved: setUnsaved,
    onSaved(changes) {
      saves.current += 1;
      setLatest((current) => ({ ...current, pieces: withChanges(current.pieces, changes) }));
    },
    onLost(changes) {
      setLost((before) => [...before, ...lostCells(shown.current, changes)]);
      void refresh();
    },
  });
  useRegularly(refresh, pollInterval);

  return {
    pieces,
    keptUntil: latest.keptUntil,
    saving,
    lost,
    refresh,
    hold,
    forgetLost: useCallback(() => setLost([]), []),
    setCells: useCallback(
      (changes: readonly CellChange[]) => {
        const savables = changes.map(savable);
        hold((cell) => savables.find((change) => isSameCell(change, cell)) ?? cell);
        saver.current?.set(savables);
      },
      [saver],
    ),
    saveNow: useCallback(async () => (await saver.current?.flush()) ?? true, [saver]),
  };
}

const pieceWords = (number: number, name: string) =>
  name ? t`Piece ${number}, ${name}` : t`Piece ${number}, Untitled`;

const isSameCell = (one: CellChange, other: CellChange | null) =>
  one.pieceId === other?.pieceId && one.field === other.field;

interface CellSaverEvents {
  onUnsaved: (unsaved: ReadonlyMap<string, CellChange>) => void;
  onSaved: (changes: readonly CellChange[]) => void;
  /** Called with changes of pieces that do not wait any more. */
  onLost: (changes: readonly CellChange[]) => void;
}

/** Saves typed cells while the page is open, and what is left when it is closed. */
function useCellSaver({ onUnsaved, onSaved, onLost }: CellSaverEvents) {
  const [saving, setSaving] = useState<SavingState>({ is: 'saved' });
  const saver = useRef<CellSaver>(null);
  const report = useEffectEvent((unsaved: ReadonlyMap<string, CellChange>, state: SavingState) => {
    onUnsaved(unsaved);
    setSaving(state);
  });
  const keep = useEffectEvent(onSaved);
  const lose = useEffectEvent(onLost);
  useEffect(() => {
    const opened = createCellSaver({
      delay: 500,
      retryAfter: 10_000,
      async send(changes, keepalive) {
        const answer = await call('saveCells', { body: { changes: [...changes] }, keepalive, quiet: keepalive });
        if (!answer.success) return answer.message;
        const gone = changes.filter(({ pieceId }) => answer.gone.includes(pieceId));
        if (gone.length > 0) lose(gone);
        return null;
      },
      onSaved: (changes) => keep(changes),
      onChange: (unsaved, state) => report(unsaved, state),
    });
    saver.current = opened;
    const saveWhenLeft = () => document.visibilityState === 'hidden' && void opened.flush();
    window.addEventListener('pagehide', opened.leave);
    document.addEventListener('visibilitychange', saveWhenLeft);
    return () => {
      window.removeEventListener('pagehide', opened.leave);
      document.removeEventListener('visibilitychange', saveWhenLeft);
      opened.close();
    };
  }, []);
  return { saving, saver };
}

/** Calls `ask` at intervals while the page can be seen, and when it comes into sight. */
function useRegularly(ask: () => Promise<void>, interval: number): void {
  useEffect(() => {
    const askIfSeen = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    const timer = setInterval(askIfSeen, interval);
    document.addEventListener('visibilitychange', askIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askIfSeen);
    };
  }, [ask, interval]);
}
