import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { createUploadQueue, type Upload, type UploadQueue, type UploadQueueNeeds } from './upload-queue.ts';

interface Uploads {
  /** The uploads that are not finished, in the order chosen. */
  uploads: readonly Upload[];
  /** How many of `uploads` have not failed. */
  underWay: number;
  upload: (files: readonly File[]) => void;
  retry: (id: number) => void;
  cancel: (id: number) => void;
}

interface UploadNeeds extends Pick<UploadQueueNeeds, 'send' | 'onUploaded' | 'atOnce'> {
  /** How many more pictures there may be; others are refused with `fullMessage`. */
  room: number;
  fullMessage: string;
}

/** Keeps an upload queue for pictures while its component is mounted. Files that are too large are refused before they are sent. */
export function useUploadQueue({ room, fullMessage, send, onUploaded, atOnce }: UploadNeeds): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef<UploadQueue>(null);
  const sendNow = useEffectEvent(send);
  const report = useEffectEvent(onUploaded);
  // A layout effect creates the queue before the form is shown, because from then on a file can be dropped.
  useLayoutEffect(() => {
    const opened = createUploadQueue({
      onChange: setUploads,
      ...(atOnce !== undefined && { atOnce }),
      send: (file, options) => sendNow(file, options),
      onUploaded: (url, id) => report(url, id),
    });
    queue.current = opened;
    return () => opened.close();
  }, [atOnce]);

  const underWay = uploads.filter(({ state }) => state !== 'failed').length;
  return {
    uploads,
    underWay,
    upload: (files) =>
      queue.current?.add(files, ({ size }, position) => {
        if (size > limits.picture) return failures.pictureTooLarge[1];
        return position < room - underWay ? null : fullMessage;
      }),
    retry: (id) => queue.current?.retry(id),
    cancel: (id) => queue.current?.cancel(id),
  };
}
