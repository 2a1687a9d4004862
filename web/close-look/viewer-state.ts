import { productPath } from './look-paths.ts';

/** The navigation state of links into the viewer and between its pages. */
export interface ViewerState {
  /** Whether the previous entry of the history is the page of the piece. */
  fromProduct: boolean;
}

/** Whether a navigation state, which may be any value, says that the previous page is that of the piece. */
export function isFromProduct(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromProduct' in state && state.fromProduct === true;
}

/** The id of the link that opens the viewer, which takes the focus when the viewer is closed. */
export const lookLinkId = 'look-closer';

/** Where the viewer's close link leads if the previous page is not that of the piece. */
export function closeTarget(listingId: string) {
  return { to: productPath(listingId), state: { focusOn: lookLinkId } };
}
