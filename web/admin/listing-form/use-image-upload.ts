import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../api.ts';
import { uploadWithProgress } from '../upload-with-progress.ts';
import { createUploadQueue, type Sent, type Upload, type UploadQueue } from './upload-queue.ts';

interface ImageUpload {
  /** The uploads that are not finished, in the order chosen. */
  uploads: readonly Upload[];
  isUploading: boolean;
  /** Whether all files chosen last were uploaded. */
  isDone: boolean;
  upload: (files: readonly File[]) => void;
  retry: (id: number) => void;
  cancel: (id: number) => void;
}

/** Uploads images one per request. `room` is how many more images there may be; others are refused with `fullMessage`. */
export function useImageUpload(
  room: number,
  onUploaded: (url: string, id: number) => void,
  fullMessage = `A piece has at most ${limits.imagesPerListing} pictures.`,
): ImageUpload {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [hasUploaded, setUploaded] = useState(false);
  const queue = useRef<UploadQueue>(null);
  const report = useEffectEvent((url: string, id: number) => {
    setUploaded(true);
    onUploaded(url, id);
  });
  // Created during render, because a file can be dropped as soon as the form is visible.
  useLayoutEffect(() => {
    const opened = createUploadQueue({ send, onUploaded: (url, id) => report(url, id), onChange: setUploads });
    queue.current = opened;
    return () => opened.close();
  }, []);

  const underWay = uploads.filter(({ state }) => state !== 'failed').length;
  return {
    uploads,
    isUploading: underWay > 0,
    isDone: hasUploaded && uploads.length === 0,
    upload(files) {
      setUploaded(false);
      queue.current?.add(files, ({ size }, position) => {
        if (size > limits.picture) return failures.pictureTooLarge[1];
        return position < room - underWay ? null : fullMessage;
      });
    },
    retry: (id) => queue.current?.retry(id),
    cancel: (id) => queue.current?.cancel(id),
  };
}

async function send(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Sent> {
  const form = new FormData();
  form.append('images', file);
  const answer = await call('uploadImages', { form, signal, transport: uploadWithProgress(onProgress) });
  // One file per request, so one URL per answer.
  if (answer.success) return { url: answer.imageUrls[0] ?? '' };
  const isOfTheFile = answer.status === 413 || answer.status === 415;
  return { failure: { message: answer.message, canRetry: !isOfTheFile } };
}
