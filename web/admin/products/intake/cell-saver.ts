import type { IntakeField } from '#contract/intake-cells.ts';

export interface CellChange {
  pieceId: string;
  field: IntakeField;
  value: string;
}

export type SavingState = { is: 'saved' } | { is: 'saving' } | { is: 'failed'; message: string };

interface CellSaverNeeds {
  /** Saves changes; returns why that failed, or null. Never throws. */
  send: (changes: readonly CellChange[], isLeaving: boolean) => Promise<string | null>;
  /** Called with what was saved, before it leaves `unsaved`. */
  onSaved: (changes: readonly CellChange[]) => void;
  onChange: (unsaved: ReadonlyMap<string, CellChange>, state: SavingState) => void;
  /** Milliseconds to wait for further changes, and to wait after a failure. */
  delay: number;
  retryAfter: number;
}

export interface CellSaver {
  set(changes: readonly CellChange[]): void;
  /** Sends at once what is not saved, e.g. because the page is left. */
  flush(isLeaving?: boolean): void;
  close(): void;
}

export const cellKey = ({ pieceId, field }: Pick<CellChange, 'pieceId' | 'field'>) => `${pieceId} ${field}`;

/** Saves typed cells some time after the last change, one call at a time; of each cell the latest value. Tries again after a failure. */
export function createCellSaver({ send, onSaved, onChange, delay, retryAfter }: CellSaverNeeds): CellSaver {
  let unsaved: ReadonlyMap<string, CellChange> = new Map();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  const plan = (after: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(false), after);
  };
  const flush = async (isLeaving: boolean) => {
    clearTimeout(timer);
    if (isSending || unsaved.size === 0) return;
    isSending = true;
    const sent = [...unsaved.values()];
    onChange(unsaved, { is: 'saving' });
    const failure = await send(sent, isLeaving);
    isSending = false;
    if (failure !== null) {
      onChange(unsaved, { is: 'failed', message: failure });
      plan(retryAfter);
      return;
    }
    onSaved(sent);
    const done = new Map(sent.map((change) => [cellKey(change), change.value]));
    unsaved = new Map([...unsaved].filter(([key, { value }]) => done.get(key) !== value));
    onChange(unsaved, unsaved.size === 0 ? { is: 'saved' } : { is: 'saving' });
    if (unsaved.size > 0) plan(delay);
  };
  return {
    set(changes) {
      unsaved = new Map([...unsaved, ...changes.map((change) => [cellKey(change), change] as const)]);
      onChange(unsaved, { is: 'saving' });
      plan(delay);
    },
    flush: (isLeaving = false) => void flush(isLeaving),
    close: () => clearTimeout(timer),
  };
}
