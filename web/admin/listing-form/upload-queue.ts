export interface Upload {
  /** Increases in the order in which the files were chosen. */
  readonly id: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Share of its bytes that the server has, 0 to 1. */
  readonly share: number;
  /** Null unless the upload failed. */
  readonly failure: UploadFailure | null;
}

interface UploadFailure {
  message: string;
  /** Whether the same file may succeed later: the request failed, not the image. */
  canRetry: boolean;
}

/** The result of a refused request. A file that is too large (413) or of an unsupported type (415) would be refused again. */
export const failureOf = ({ status, message }: { status: number; message: string }): { failure: UploadFailure } => ({
  failure: { message, canRetry: status !== 413 && status !== 415 },
});

/** Why nothing is sent at the moment, although nothing is wrong with the files. */
export interface Pause {
  message: string;
  /** Whether the queue continues by itself. Otherwise it waits for `resume`, `add`, `retry` or the success of a file that is being sent. */
  isTimed: boolean;
}

/** `pause`: the file did not fail and is sent again later. */
export type Sent = { url: string } | { failure: UploadFailure } | { pause: Pause };

export interface UploadQueueNeeds {
  /** Sends one file; never throws. Its result is ignored once `signal` is aborted. */
  send: (file: File, options: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<Sent>;
  /** Called for every file that was uploaded, in any order; `id` identifies it. */
  onUploaded: (url: string, id: number) => void;
  /** Called after every change with the uploads that are not finished, in the order chosen. */
  onChange: (uploads: readonly Upload[]) => void;
  /** Called when a pause begins, and with null when it is over: a file was uploaded, or none is left to send. */
  onPause?: (pause: Pause | null) => void;
  /** How many uploads run at the same time. */
  atOnce?: number;
}

export interface UploadQueue {
  /** `refused` returns why a file must not be sent, or null. */
  add(files: readonly File[], refused: (file: File, position: number) => string | null): void;
  retry(id: number): void;
  /** Ends a pause at once; so do `add` and `retry`. */
  resume(): void;
  /** Stops the upload if it has started, and removes it. */
  cancel(id: number): void;
  close(): void;
}

/** The default of `atOnce`. The server decodes one image at a time, so more uploads would only share the bandwidth. */
const usuallyAtOnce = 3;

/**
 * Uploads files in separate requests, a few at a time, so that each fails or succeeds on its own. During a pause no upload starts;
 * running ones continue, and the file that caused the pause waits to be sent again.
 */
export function createUploadQueue(needs: UploadQueueNeeds): UploadQueue {
  const { send, onUploaded, onChange, onPause, atOnce = usuallyAtOnce } = needs;
  const running = new Map<number, AbortController>();
  const pauses = createPauses(sendNext, onPause);
  const list = createUploadList((uploads) => {
    if (uploads.every(({ state }) => state === 'failed')) pauses.end();
    onChange(uploads);
  });

  function sendNext() {
    if (pauses.isPaused()) return;
    for (const { id, file } of list.waiting()) {
      if (running.size >= atOnce) return;
      void sendOne(id, file);
    }
  }

  async function sendOne(id: number, file: File) {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(id, controller);
    list.change(id, { state: 'sending', share: 0, failure: null });
    const onProgress = (share: number) => {
      if (!signal.aborted) list.change(id, { share });
    };
    const sent = await send(file, { signal, onProgress });
    if (signal.aborted) return;
    running.delete(id);
    if ('failure' in sent) list.change(id, { state: 'failed', failure: sent.failure });
    else if ('pause' in sent) {
      pauses.begin(sent.pause);
      list.change(id, { state: 'waiting', share: 0 });
    } else {
      pauses.end();
      onUploaded(sent.url, id);
      list.remove(id);
    }
    sendNext();
  }

  return {
    add(files, refused) {
      list.add(files, refused);
      pauses.resume();
    },
    retry(id) {
      list.change(id, { state: 'waiting', failure: null });
      pauses.resume();
    },
    resume: pauses.resume,
    cancel(id) {
      running.get(id)?.abort();
      running.delete(id);
      list.remove(id);
      sendNext();
    },
    close() {
      for (const controller of running.values()) controller.abort();
      running.clear();
      list.clear();
      pauses.close();
    },
  };
}

/** The uploads that are not finished, in the order chosen. `onChange` is called after every change but `clear`. */
function createUploadList(onChange: (uploads: readonly Upload[]) => void) {
  let uploads: readonly Upload[] = [];
  let lastId = 0;

  function replace(next: readonly Upload[]) {
    uploads = next;
    onChange(uploads);
  }

  return {
    waiting: () => uploads.filter(({ state }) => state === 'waiting'),
    add(files: readonly File[], refused: (file: File, position: number) => string | null) {
      const added = files.map((file, position): Upload => {
        lastId += 1;
        const message = refused(file, position);
        const failure = message === null ? null : { message, canRetry: false };
        return { id: lastId, file, state: failure ? 'failed' : 'waiting', share: 0, failure };
      });
      replace([...uploads, ...added]);
    },
    change(id: number, changes: Partial<Upload>) {
      replace(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
    },
    remove(id: number) {
      replace(uploads.filter((upload) => upload.id !== id));
    },
    clear() {
      uploads = [];
    },
  };
}

/** Milliseconds of timed pauses. Each is twice as long as the one before, up to `longest`; after an upload the next is `shortest`. */
const pauseTimes = { shortest: 2_000, longest: 60_000 };

/** Keeps whether a queue is paused, and calls `onResume` when it continues. `onPause` gets null only from `end`, not from `resume`. */
function createPauses(onResume: () => void, onPause: UploadQueueNeeds['onPause']) {
  let isPaused = false;
  let isReported = false;
  let time = pauseTimes.shortest;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resume = () => {
    clearTimeout(timer);
    isPaused = false;
    onResume();
  };
  return {
    isPaused: () => isPaused,
    resume,
    begin(pause: Pause) {
      // If several running uploads cause a pause, the first one counts.
      if (isPaused) return;
      [isPaused, isReported] = [true, true];
      onPause?.(pause);
      if (!pause.isTimed) return;
      timer = setTimeout(resume, time);
      time = Math.min(time * 2, pauseTimes.longest);
    },
    end() {
      clearTimeout(timer);
      [isPaused, time] = [false, pauseTimes.shortest];
      if (isReported) onPause?.(null);
      isReported = false;
    },
    close: () => clearTimeout(timer),
  };
}
