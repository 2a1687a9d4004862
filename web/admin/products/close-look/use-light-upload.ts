import { flushSync } from 'react-dom';
import { refuse } from '#contract/errors.ts';
import type { LightSet } from '#contract/lights.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../../api.ts';
import { failureOf, type Sent } from '../../listing-form/upload-queue.ts';
import { useUploadQueue } from '../../listing-form/use-upload-queue.ts';
import { uploadWithProgress } from '../../upload-with-progress.ts';
import { directionInName, freeDirection } from './light-directions.ts';
import type { Lights } from './use-lights.ts';

/**
 * Uploads photographs one after another, because the direction of one whose name says nothing depends on those before it. After each
 * upload `onKept` gets all photographs of the piece, the name of the new file, and whether its direction is a guess.
 */
export function useLightUpload(
  listingId: string,
  { photographs, stored }: Lights,
  onKept: (kept: LightSet, fileName: string, isGuessed: boolean) => void,
) {
  const count = limits.lightPhotographs;
  const { uploads, upload, retry, cancel } = useUploadQueue({
    atOnce: 1,
    room: count - photographs.length,
    fullMessage: refuse('lightsFull', { count }).message,
    send,
    onUploaded: () => {},
  });

  async function send(
    file: File,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<Sent> {
    const form = new FormData();
    form.append('images', file);
    const said = directionInName(file.name);
    // A guess must be free in what is stored, which the server compares it with, and in the draft, which is saved later.
    const taken = [...photographs, ...(stored?.photographs ?? [])];
    const answer = await call('addLight', {
      params: { id: listingId },
      form,
      signal,
      transport: uploadWithProgress(onProgress),
      query: { ...(said ?? freeDirection(taken)), name: file.name },
    });
    if (!answer.success) return failureOf(answer);
    // Rendered at once, because the next photograph is sent right after this and needs the new list.
    flushSync(() => onKept(answer.lights, file.name, said === null));
    return { url: '' };
  }

  return { uploads, choose: upload, retry, cancel };
}
