import type { CSSProperties } from 'react';
import type { Place } from './scene.ts';

/** CSS variables in centimetres, which `.placed` multiplies by the size of a centimetre (room.css). */
export function placed({ x, y, width, height }: Place): CSSProperties {
  return variables({ x, y, w: width, h: height });
}

export function variables(values: Readonly<Record<string, number>>): CSSProperties {
  const entries = Object.entries(values).map(([name, value]) => [
    `--${name}`,
    String(Math.round(value * 1_000) / 1_000),
  ]);
  return Object.fromEntries(entries);
}
