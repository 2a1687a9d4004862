import { productPath } from './look-paths.ts';

/** The state of links into the viewer and between its pages: the entry before in the history is the page of the piece. */
export interface ViewerState {
  fromProduct: boolean;
}

/** Reads a navigation state, which may be any value. */
export function isFromProduct(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromProduct' in state && state.fromProduct === true;
}

/** The id of the link that opens the viewer, which takes the focus when the viewer is closed. */
export const lookLinkId = 'look-closer';

/** Where the viewer's close button leads if the page before is not that of the piece. */
export function closeTarget(listingId: string) {
  return { to: productPath(listingId), state: { focusOn: lookLinkId } };
}
