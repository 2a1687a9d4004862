import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { call } from '../../api.ts';
import { uploadWithProgress } from '../upload-with-progress.ts';
import { failureOf, type Sent, type Upload } from './upload-queue.ts';
import { useUploadQueue } from './use-upload-queue.ts';

const { imagesPerListing } = limits;

interface ImageUpload {
  /** The uploads that are not finished, in the order chosen. */
  uploads: readonly Upload[];
  isUploading: boolean;
  /** Whether a file was uploaded since files were last chosen, and no upload is unfinished or failed. */
  isDone: boolean;
  upload: (files: readonly File[]) => void;
  retry: (id: number) => void;
  cancel: (id: number) => void;
}

/** Uploads images, one in each request. `room` is how many more images there may be; others are refused with `fullMessage`. */
export function useImageUpload(
  room: number,
  onUploaded: (url: string, id: number) => void,
  fullMessage = t`A piece has at most ${imagesPerListing} pictures.`,
): ImageUpload {
  const [hasUploaded, setUploaded] = useState(false);
  const { uploads, underWay, upload, retry, cancel } = useUploadQueue({
    room,
    fullMessage,
    send,
    onUploaded: (url, id) => {
      setUploaded(true);
      onUploaded(url, id);
    },
  });
  return {
    uploads,
    retry,
    cancel,
    isUploading: underWay > 0,
    isDone: hasUploaded && uploads.length === 0,
    upload(files) {
      setUploaded(false);
      upload(files);
    },
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
  return answer.success ? { url: answer.imageUrls[0] ?? '' } : failureOf(answer);
}
