import { t } from '@lingui/core/macro';
import type { KeptLight } from '#contract/lights.ts';

/** Where a lamp stood. Whole degrees: `azimuth` 0 is right and 90 above the upper edge, `elevation` 90 is straight above the piece. */
export type Direction = Pick<KeptLight, 'azimuth' | 'elevation'>;

/** The eight sides in words, from `azimuth` 0 on, 45 degrees apart. */
const sides: readonly string[] = [
  t`from the right`,
  t`from the upper right`,
  t`from the top`,
  t`from the upper left`,
  t`from the left`,
  t`from the lower left`,
  t`from the bottom`,
  t`from the lower right`,
];
const sideAngle = 360 / sides.length;

/** The height in degrees of a lamp on a stand beside the piece, for names that say only from which side the light comes. */
const usualElevation = 30;

export const sideInWords = (azimuth: number): string => sides[Math.round(azimuth / sideAngle) % sides.length] ?? '';

/** For example 'from the upper right, 45° high'. */
export function directionInWords({ azimuth, elevation }: Direction): string {
  const side = sideInWords(azimuth);
  return elevation === 90 ? t`from straight above` : t`${side}, ${elevation}° high`;
}

/** The direction moved by degrees: around without an end, and up between the surface and straight above. */
export const movedDirection = ({ azimuth, elevation }: Direction, around: number, up: number): Direction => ({
  azimuth: (((azimuth + around) % 360) + 360) % 360,
  elevation: Math.min(90, Math.max(0, elevation + up)),
});

const [upper, lower, left, right] = [
  '(?:upper|top|north)',
  '(?:lower|bottom|south)',
  '(?:left|west)',
  '(?:right|east)',
];

/** Patterns for the end of a file name. Corners come first, because their names end with those of sides. */
const directionNames: readonly (readonly [pattern: RegExp, direction: Direction])[] = [
  named('(?:straight-)?above|overhead', { azimuth: 0, elevation: 90 }),
  named(`${upper}-?${right}|ne`, { azimuth: 45, elevation: usualElevation }),
  named(`${upper}-?${left}|nw`, { azimuth: 135, elevation: usualElevation }),
  named(`${lower}-?${left}|sw`, { azimuth: 225, elevation: usualElevation }),
  named(`${lower}-?${right}|se`, { azimuth: 315, elevation: usualElevation }),
  named(`${right}|e`, { azimuth: 0, elevation: usualElevation }),
  named(`${upper}|n`, { azimuth: 90, elevation: usualElevation }),
  named(`${left}|w`, { azimuth: 180, elevation: usualElevation }),
  named(`${lower}|s`, { azimuth: 270, elevation: usualElevation }),
];

/**
 * The direction at the end of a file name: moon-north-east.jpg, moon-upper-left.jpg, moon-ne.jpg, moon-45deg.jpg, moon-45deg-20deg.jpg
 * (azimuth, then elevation), moon-above.jpg; a number may follow, as in moon-left-2.jpg. Null if there is none at the end. Other places are
 * not read, because names of pieces have such words too.
 */
export function directionInName(fileName: string): Direction | null {
  const words = fileName
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
    .replaceAll('°', 'deg ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const name = `-${words.join('-')}`;
  const [, around, up = usualElevation] = /-(\d{1,3})-?deg(?:-(\d{1,2})-?deg)?(?:-\d+)?$/.exec(name) ?? [];
  if (around !== undefined)
    return Number(around) <= 360 && Number(up) <= 90 ? { azimuth: Number(around) % 360, elevation: Number(up) } : null;
  return directionNames.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function named(names: string, direction: Direction): readonly [RegExp, Direction] {
  return [new RegExp(`-(?:${names})(?:-\\d+)?$`), direction];
}

/** The first of the eight sides from which no light comes yet, or the right if there is none. */
export function freeDirection(taken: readonly Direction[]): Direction {
  const isFree = (side: number) => taken.every((light) => light.elevation === 90 || !isBeside(light.azimuth, side));
  const azimuth = sides.map((_, position) => position * sideAngle).find(isFree) ?? 0;
  return { azimuth, elevation: usualElevation };
}

function isBeside(azimuth: number, side: number): boolean {
  const apart = Math.abs(azimuth - side);
  return Math.min(apart, 360 - apart) < sideAngle / 2;
}
