import type { Place } from './frame.ts';

/**
 * The address of a view (docs/behaviour/close-look.md, 9): `?detail=2` names a detail, `#at=0.615,0.268,4.2` a place and its zoom,
 * which has precedence for what is shown.
 */
export interface View {
  /** 1 is the first; null for none. */
  detail: number | null;
  place: Place | null;
}

const detailName = 'detail';

/** Null unless it is a number from 1 to `count`. */
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

/** The end of the address, from the question mark. */
export function viewAddress({ detail, place }: View): string {
  const hash = place && `#at=${inShort(place.x, 4)},${inShort(place.y, 4)},${inShort(place.zoom, 2)}`;
  return `${detail === null ? '' : `?${detailName}=${detail}`}${hash ?? ''}`;
}

const inShort = (number: number, decimals: number) => String(Number(Math.max(0, number).toFixed(decimals)));
