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

export type Sent = { url: string } | { failure: UploadFailure };

interface UploadQueueNeeds {
  /** Sends one file; never throws. Its result is ignored once `signal` is aborted. */
  send: (file: File, options: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<Sent>;
  /** Called for every file that was uploaded, in any order; `id` identifies it. */
  onUploaded: (url: string, id: number) => void;
  /** The uploads that are not finished, in the order chosen. Called after every change. */
  onChange: (uploads: readonly Upload[]) => void;
}

export interface UploadQueue {
  /** `refused` returns why a file must not be sent, or null. */
  add(files: readonly File[], refused: (file: File, position: number) => string | null): void;
  retry(id: number): void;
  /** Stops the upload if it has started, and removes it. */
  cancel(id: number): void;
  /** Stops all uploads. */
  close(): void;
}

/** Number of concurrent uploads. The server decodes one image at a time, so more would only share the bandwidth. */
const atOnce = 3;

/** Uploads files in separate requests, a few at a time, so that each fails or succeeds on its own. */
export function createUploadQueue({ send, onUploaded, onChange }: UploadQueueNeeds): UploadQueue {
  let uploads: readonly Upload[] = [];
  let lastId = 0;
  const running = new Map<number, AbortController>();

  function replace(next: readonly Upload[]) {
    uploads = next;
    onChange(uploads);
  }

  function change(id: number, changes: Partial<Upload>) {
    replace(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  }

  function sendNext() {
    for (const { id, file } of uploads.filter(({ state }) => state === 'waiting')) {
      if (running.size >= atOnce) return;
      void sendOne(id, file);
    }
  }

  async function sendOne(id: number, file: File) {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(id, controller);
    change(id, { state: 'sending', share: 0, failure: null });
    const onProgress = (share: number) => {
      if (!signal.aborted) change(id, { share });
    };
    const sent = await send(file, { signal, onProgress });
    if (signal.aborted) return;
    running.delete(id);
    if ('failure' in sent) change(id, { state: 'failed', failure: sent.failure });
    else {
      onUploaded(sent.url, id);
      replace(uploads.filter((upload) => upload.id !== id));
    }
    sendNext();
  }

  return {
    add(files, refused) {
      const added = files.map((file, position): Upload => {
        lastId += 1;
        const message = refused(file, position);
        const failure = message === null ? null : { message, canRetry: false };
        return { id: lastId, file, state: failure ? 'failed' : 'waiting', share: 0, failure };
      });
      replace([...uploads, ...added]);
      sendNext();
    },
    retry(id) {
      change(id, { state: 'waiting', failure: null });
      sendNext();
    },
    cancel(id) {
      running.get(id)?.abort();
      running.delete(id);
      replace(uploads.filter((upload) => upload.id !== id));
      sendNext();
    },
    close() {
      for (const controller of running.values()) controller.abort();
      running.clear();
      uploads = [];
    },
  };
}
