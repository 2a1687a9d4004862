import type { Place } from './frame.ts';

/**
 * A view, as its address names it (docs/behaviour/close-look.md, 9): `?detail=2` is a detail, `#at=0.615,0.268,4.2` a place and its zoom.
 * If there are both, the place is shown.
 */
export interface View {
  /** The number of the detail, from 1; null for none. */
  detail: number | null;
  place: Place | null;
}

const detailName = 'detail';

/** The number of the detail in the search string of an address; null unless it is from 1 to `count`. */
export function detailOf(search: string, count: number): number | null {
  const given = new URLSearchParams(search).get(detailName) ?? '';
  const detail = /^[1-9]\d?$/.test(given) ? Number(given) : 0;
  return detail >= 1 && detail <= count ? detail : null;
}

export function placeIn(hash: string): Place | null {
  const [, ...numbers] = /^#at=(\d(?:\.\d+)?),(\d(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(hash) ?? [];
  const [x, y, zoom] = numbers.map(Number);
  return x === undefined || y === undefined || zoom === undefined ? null : { x, y, zoom };
}

/** The part of the address after the path; empty if there is neither a detail nor a place. */
export function viewAddress({ detail, place }: View): string {
  const hash = place && `#at=${withDecimals(place.x, 4)},${withDecimals(place.y, 4)},${withDecimals(place.zoom, 2)}`;
  return `${detail === null ? '' : `?${detailName}=${detail}`}${hash ?? ''}`;
}

const withDecimals = (number: number, decimals: number) => String(Number(Math.max(0, number).toFixed(decimals)));
