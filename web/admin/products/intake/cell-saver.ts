import type { CellChange } from '#contract/intake.ts';

export type SavingState = { is: 'saved' } | { is: 'saving' } | { is: 'failed'; message: string };

interface CellSaverNeeds {
  /** Saves changes; returns why that failed, or null. Never throws. `keepalive`: the request continues if the page is closed. */
  send: (changes: readonly CellChange[], keepalive: boolean) => Promise<string | null>;
  /** Called with what was saved, before it leaves `unsaved`. */
  onSaved: (changes: readonly CellChange[]) => void;
  onChange: (unsaved: ReadonlyMap<string, CellChange>, state: SavingState) => void;
  /** Milliseconds to wait for further changes. */
  delay: number;
  /** Milliseconds to wait after a failure. */
  retryAfter: number;
}

export interface CellSaver {
  set(changes: readonly CellChange[]): void;
  /** Saves everything now, without the delay. Returns whether that succeeded. */
  flush(): Promise<boolean>;
  /** Called when the page is closed. Sends what is unsaved, also what is being sent, because the browser may abort that request. */
  leave(): void;
  close(): void;
}

export const cellKey = ({ pieceId, field }: Pick<CellChange, 'pieceId' | 'field'>) => `${pieceId} ${field}`;

/**
 * Saves typed cells some time after the last change, one call at a time except in `leave`. Sends only the latest value of each cell. Tries
 * again after a failure.
 */
export function createCellSaver({ send, onSaved, onChange, delay, retryAfter }: CellSaverNeeds): CellSaver {
  let unsaved: ReadonlyMap<string, CellChange> = new Map();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;

  const plan = (after: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void saveSome(), after);
  };
  const saveSome = () => {
    running ??= sendPart().finally(() => {
      running = null;
    });
    return running;
  };
  const sendPart = async () => {
    clearTimeout(timer);
    const [sent = [], ...others] = partsOf([...unsaved.values()]);
    if (sent.length === 0) return true;
    onChange(unsaved, { is: 'saving' });
    const failure = await send(sent, false);
    if (failure !== null) {
      onChange(unsaved, { is: 'failed', message: failure });
      plan(retryAfter);
      return false;
    }
    onSaved(sent);
    const done = new Map(sent.map((change) => [cellKey(change), change.value]));
    unsaved = new Map([...unsaved].filter(([key, { value }]) => done.get(key) !== value));
    onChange(unsaved, unsaved.size === 0 ? { is: 'saved' } : { is: 'saving' });
    if (unsaved.size > 0) plan(others.length > 0 ? 0 : delay);
    return true;
  };
  return {
    set(changes) {
      unsaved = new Map([...unsaved, ...changes.map((change) => [cellKey(change), change] as const)]);
      onChange(unsaved, { is: 'saving' });
      plan(delay);
    },
    async flush() {
      while (unsaved.size > 0) if (!(await saveSome())) return false;
      return true;
    },
    leave() {
      // Browsers allow 64 kB for all such requests together, so only the first part is kept alive.
      for (const [index, part] of partsOf([...unsaved.values()]).entries()) void send(part, index === 0);
    },
    close: () => clearTimeout(timer),
  };
}

/** The most bytes of one call, fewer than browsers keep alive and the server accepts. */
const mostBytes = 60_000;

function partsOf(changes: readonly CellChange[]): CellChange[][] {
  const encoder = new TextEncoder();
  const parts: CellChange[][] = [];
  let left = 0;
  for (const change of changes) {
    const bytes = encoder.encode(JSON.stringify(change)).length + 1;
    if (bytes > left) {
      parts.push([]);
      left = mostBytes;
    }
    left -= bytes;
    parts.at(-1)?.push(change);
  }
  return parts;
}
