import { useEffect, useRef, useState } from 'react';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../api.ts';
import { uploadWithProgress } from '../upload-with-progress.ts';

export interface UploadOutcome {
  succeeded: boolean;
  /** SPEC.md §8. */
  text: string;
}

interface ImageUpload {
  /** Share of the bytes that are with the server, 0 to 1; null while nothing is under way. */
  progress: number | null;
  /** Of the last upload. */
  outcome: UploadOutcome | null;
  upload: (files: readonly File[]) => Promise<void>;
}

/** Sends pictures to the shop, as many at once as a call takes. `onUploaded` hears their addresses, call by call. */
export function useImageUpload(onUploaded: (urls: string[]) => void): ImageUpload {
  const [progress, setProgress] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<UploadOutcome | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  async function upload(files: readonly File[]) {
    if (files.length === 0 || progress !== null) return;
    setOutcome(null);
    setProgress(0);
    const failure = await sendAll(files, { onProgress: setProgress, onUploaded, signal: leaving.current?.signal });
    setProgress(null);
    setOutcome(
      failure === null
        ? { succeeded: true, text: 'Images uploaded successfully!' }
        : { succeeded: false, text: inWords(failure) },
    );
  }
  return { progress, outcome, upload };
}

interface Sending {
  onProgress: (share: number) => void;
  onUploaded: (urls: string[]) => void;
  signal: AbortSignal | undefined;
}

/** Null when all of them are there, else why not. */
async function sendAll(files: readonly File[], { onProgress, onUploaded, signal }: Sending): Promise<string | null> {
  if (files.some(({ size }) => size > limits.picture)) return failures.pictureTooLarge[1];
  const batches = Math.ceil(files.length / limits.picturesPerUpload);
  for (let batch = 0; batch < batches; batch += 1) {
    const start = batch * limits.picturesPerUpload;
    const form = new FormData();
    for (const file of files.slice(start, start + limits.picturesPerUpload)) form.append('images', file);
    const transport = uploadWithProgress((share) => onProgress((batch + share) / batches));
    const answer = await call('uploadImages', { form, transport, ...(signal && { signal }) });
    if (!answer.success) return answer.message;
    onUploaded(answer.imageUrls);
  }
  return null;
}

function inWords(failure: string): string {
  const prefix = 'Failed to upload images';
  return failure.startsWith(prefix) ? failure : `${prefix}: ${failure}`;
}
