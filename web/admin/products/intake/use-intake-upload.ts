import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../../api.ts';
import { createUploadQueue, type Sent, type Upload, type UploadQueue } from '../../listing-form/upload-queue.ts';
import { uploadWithProgress } from '../../upload-with-progress.ts';
import { type ChosenFile, choiceOf } from './chosen-files.ts';

export interface IntakeUpload {
  /** Those that are not finished. */
  uploads: readonly Upload[];
  /** Photographs that were chosen since the page was opened, and how many of them are in. */
  total: number;
  arrived: number;
  /** What of the last choice is not sent, and why; empty if all is. */
  words: string;
  choose: (files: readonly ChosenFile[]) => void;
  retry: (id: number) => void;
  cancel: (id: number) => void;
}

/** Sends photographs to the intake, each in a request of its own, and only those that it does not have. */
export function useIntakeUpload(onArrived: () => void): IntakeUpload {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [total, setTotal] = useState(0);
  const [arrived, setArrived] = useState(0);
  const [words, setWords] = useState('');
  const queue = useRef<UploadQueue>(null);
  // A file does not know the folder that it was dropped with.
  const folders = useRef(new WeakMap<File, string>());
  const report = useEffectEvent(() => {
    setArrived((count) => count + 1);
    onArrived();
  });
  useLayoutEffect(() => {
    const opened = createUploadQueue({
      send: (file, options) => send({ file, folder: folders.current.get(file) ?? '' }, options),
      onUploaded: () => report(),
      onChange: setUploads,
    });
    queue.current = opened;
    return () => opened.close();
  }, []);

  async function choose(files: readonly ChosenFile[]) {
    const { pictures, others, tooMany } = choiceOf(files);
    for (const { file, folder } of pictures) folders.current.set(file, folder);
    const answer = await call('findMissingFiles', { body: { files: pictures.map(described) } });
    if (!answer.success) return setWords(`The photographs could not be brought in: ${answer.message}`);
    const missing = answer.missing.flatMap((position) => pictures[position]?.file ?? []);
    const known = pictures.length - missing.length;
    setWords(wordsOf({ known, others, tooMany, chosen: files.length }));
    setTotal((count) => count + pictures.length);
    setArrived((count) => count + known);
    queue.current?.add(missing, ({ size }) => (size > limits.picture ? failures.pictureTooLarge[1] : null));
  }

  return {
    ...{ uploads, total, arrived, words },
    choose: (files) => void choose(files),
    retry: (id) => queue.current?.retry(id),
    cancel(id) {
      setTotal((count) => count - 1);
      queue.current?.cancel(id);
    },
  };
}

const described = ({ file, folder }: ChosenFile) => ({
  name: file.name,
  folder,
  size: file.size,
  modifiedAt: file.lastModified,
});

async function send(
  chosen: ChosenFile,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Sent> {
  const form = new FormData();
  form.append('images', chosen.file);
  const { size: _, ...query } = described(chosen);
  const answer = await call('uploadToIntake', { form, query, signal, transport: uploadWithProgress(onProgress) });
  if (answer.success) return { url: '' };
  const isOfTheFile = answer.status === 413 || answer.status === 415;
  return { failure: { message: answer.message, canRetry: !isOfTheFile } };
}

function wordsOf({
  known,
  others,
  tooMany,
  chosen,
}: Record<'known' | 'others' | 'tooMany' | 'chosen', number>): string {
  if (chosen === 0) return 'There is no file in this folder.';
  return [
    known > 0 && `${counted(known, 'photograph has', 'photographs have')} arrived before.`,
    others > 0 && `${counted(others, 'file is', 'files are')} no picture and left out.`,
    tooMany > 0 && `${tooMany} are left out: at most ${limits.intakePictures.toLocaleString('en-US')} can wait here.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;
