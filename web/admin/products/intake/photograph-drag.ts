import { useDrop } from '../../use-file-drop.ts';

/** The type of what is dragged, so that files from outside are not taken for photographs of the page. */
const type = 'application/x-photographs';

export const beginDrag = (transfer: DataTransfer, pictureIds: Iterable<string>) =>
  transfer.setData(type, JSON.stringify([...pictureIds]));

/** Accepts photographs of the page, dropped anywhere on an element. */
export function usePhotographDrop(onDropped: (pictureIds: readonly string[]) => void) {
  // Only `beginDrag` writes this type.
  return useDrop(type, (transfer) => onDropped(JSON.parse(transfer.getData(type)) as string[]));
}
