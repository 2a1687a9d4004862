import { t } from '@lingui/core/macro';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { call, type Failure } from '../../../api.ts';
import { uploadWithProgress } from '../../upload-with-progress.ts';
import type { Choice, ChosenFile } from './chosen-files.ts';
import { createIntakeUpload, type SentPhotograph, type UploadState } from './intake-upload.ts';

export interface IntakeUpload extends UploadState {
  choose: (choice: Choice) => void;
  retry: (id: number) => void;
  /** Ends a pause. */
  resume: () => void;
  cancel: (id: number) => void;
}

/** Sends photographs to the intake, each in a request of its own. `waiting`: how many photographs are there. */
export function useIntakeUpload(waiting: number, onArrived: () => void): IntakeUpload {
  const [state, setState] = useState<UploadState>({ uploads: [], arrived: 0, inDrafts: 0, pause: null, words: '' });
  const upload = useRef<ReturnType<typeof createIntakeUpload>>(null);
  const countWaiting = useEffectEvent(() => waiting);
  const report = useEffectEvent(onArrived);
  // Created before the page is shown, because a folder can be dropped as soon as it is.
  useLayoutEffect(() => {
    const opened = createIntakeUpload({
      send: createSender(),
      findMissing,
      onChange: setState,
      countWaiting: () => countWaiting(),
      onArrived: () => report(),
    });
    upload.current = opened;
    // The browser is connected again.
    window.addEventListener('online', opened.resume);
    return () => {
      window.removeEventListener('online', opened.resume);
      opened.close();
    };
  }, []);
  return {
    ...state,
    choose: (choice) => void upload.current?.choose(choice),
    retry: (id) => upload.current?.retry(id),
    resume: () => upload.current?.resume(),
    cancel: (id) => upload.current?.cancel(id),
  };
}

async function findMissing(files: readonly ChosenFile[]): Promise<readonly ChosenFile[] | string> {
  const answer = await call('findMissingFiles', { body: { files: files.map(described) } });
  return answer.success ? answer.missing.flatMap((position) => files[position] ?? []) : sentence(answer.message);
}

const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);

const described = ({ file, folder }: ChosenFile) => ({
  name: file.name,
  folder,
  size: file.size,
  modifiedAt: file.lastModified,
});

/** Attempts for a file at which the server fails. */
const attempts = 3;

function createSender() {
  const failed = new WeakMap<File, number>();
  return async (
    chosen: ChosenFile,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<SentPhotograph> => {
    const form = new FormData();
    form.append('images', chosen.file);
    const { size: _, ...query } = described(chosen);
    const answer = await call('uploadToIntake', { form, query, signal, transport: uploadWithProgress(onProgress) });
    if (answer.success) return { url: '', isInDraft: answer.draftId !== null };
    const count = (failed.get(chosen.file) ?? 0) + (answer.status === 500 ? 1 : 0);
    failed.set(chosen.file, count % attempts);
    return count < attempts ? afterFailure(answer) : { failure: { message: answer.message, canRetry: true } };
  };
}

/** A failure is one of the file only if the server says so. Everything else would be the same for the next file. */
function afterFailure({ status, message }: Failure): Exclude<SentPhotograph, { url: string }> {
  if (status === 0) return { pause: { message: t`There is no connection to the shop.`, isTimed: true } };
  if (status === 408 || status === 429 || status >= 500)
    return { pause: { message: sentence(message), isTimed: true } };
  // Signed out, without the permission, or full.
  if (status === 401 || status === 403 || status === 409) return { pause: { message, isTimed: false } };
  return { failure: { message, canRetry: status !== 413 && status !== 415 } };
}
