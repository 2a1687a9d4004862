import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { createUploadQueue, type Pause, type Sent, type Upload } from '../../listing-form/upload-queue.ts';
import { type ChoiceCounts, choiceWords, notBroughtIn } from './choice-words.ts';
import { type Choice, type ChosenFile, fileKey, picturesOf } from './chosen-files.ts';

export interface UploadState {
  /** The uploads that are not finished. */
  uploads: readonly Upload[];
  /** How many of the chosen photographs the shop has. */
  arrived: number;
  /** How many of the arrived ones were added to a draft. */
  inDrafts: number;
  /** Why nothing is sent at the moment; null while there is no pause. */
  pause: Pause | null;
  /** Which files of the last choice are not sent, and why; empty if all are sent. */
  words: string;
}

/** The outcome of sending a photograph. `isInDraft`: it was added to the draft of its piece. */
export type SentPhotograph = Exclude<Sent, { url: string }> | { url: string; isInDraft: boolean };

interface IntakeUploadNeeds {
  send: (
    file: ChosenFile,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<SentPhotograph>;
  /** The files that have not arrived yet, of at most `limits.intakePictures`; or a text that says why this could not be found out. */
  findMissing: (files: readonly ChosenFile[]) => Promise<readonly ChosenFile[] | string>;
  /** How many photographs wait in the intake. */
  countWaiting: () => number;
  onArrived: () => void;
  onChange: (state: UploadState) => void;
}

/** Sends the photographs of chosen folders, only those that the intake does not have, and none twice. */
export function createIntakeUpload({ send, findMissing, countWaiting, onArrived, onChange }: IntakeUploadNeeds) {
  let state: UploadState = { uploads: [], arrived: 0, inDrafts: 0, pause: null, words: '' };
  /** The photographs that the shop has, by file key, and whether they were added to a draft. */
  const arrived = new Map<string, boolean>();
  const chosen = new WeakMap<File, ChosenFile>();
  const change = (changes: Partial<UploadState>) => {
    const inDrafts = [...arrived.values()].filter((isInDraft) => isInDraft).length;
    state = { ...state, ...changes, arrived: arrived.size, inDrafts };
    onChange(state);
  };
  // Every file of the queue is in `chosen`.
  const chosenOf = (file: File) => chosen.get(file) ?? { file, folder: '' };
  const queue = createUploadQueue({
    async send(file, options) {
      const sent = await send(chosenOf(file), options);
      if ('url' in sent) arrived.set(fileKey(chosenOf(file)), sent.isInDraft);
      return sent;
    },
    onUploaded: onArrived,
    onChange: (uploads) => change({ uploads }),
    onPause: (pause) => change({ pause }),
  });

  /** Adds files to the queue. Returns how many of them are being sent already, and how many exceed the limit. */
  function add(missing: readonly ChosenFile[]): Pick<ChoiceCounts, 'underWay' | 'tooMany'> {
    const keys = new Set(missing.map(fileKey));
    for (const upload of state.uploads)
      if (upload.state === 'failed' && keys.has(fileKey(chosenOf(upload.file)))) queue.cancel(upload.id);
    const underWay = state.uploads.filter((upload) => upload.state !== 'failed');
    const known = new Set(underWay.map(({ file }) => fileKey(chosenOf(file))));
    const fresh = missing.filter((file) => !known.has(fileKey(file)));
    const room = Math.max(0, limits.intakePictures - countWaiting() - underWay.length);
    const taken = fresh.slice(0, room);
    for (const file of taken) {
      chosen.set(file.file, file);
      // If it had arrived before, it has been removed since, because the server says that it is missing.
      arrived.delete(fileKey(file));
    }
    const files = taken.map(({ file }) => file);
    queue.add(files, ({ size }) => (size > limits.picture ? failures.pictureTooLarge[1] : null));
    return { underWay: missing.length - fresh.length, tooMany: fresh.length - taken.length };
  }

  return {
    retry: queue.retry,
    resume: queue.resume,
    cancel: queue.cancel,
    close: queue.close,
    async choose(choice: Choice): Promise<void> {
      const { pictures, others } = picturesOf(choice);
      const missing: ChosenFile[] = [];
      for (let at = 0; at < pictures.length; at += limits.intakePictures) {
        const found = await findMissing(pictures.slice(at, at + limits.intakePictures));
        if (typeof found === 'string') return change({ words: notBroughtIn(found) });
        missing.push(...found);
      }
      const isMissing = new Set(missing.map(fileKey));
      const known = pictures.filter((file) => !isMissing.has(fileKey(file)));
      for (const key of known.map(fileKey)) arrived.set(key, arrived.get(key) ?? false);
      const { underWay, tooMany } = add(missing);
      change({ words: choiceWords(choice, { known: known.length, others, underWay, tooMany }) });
    },
  };
}
