import { encode } from 'uqr';
import { ink } from './sheet.ts';
import type { Typesetter } from './typesetter.ts';

/** Draws a QR code with `text`. `left`, `top` and `size` are points; screen readers read `alt`. */
export function setQrCode(
  setter: Typesetter,
  text: string,
  { left, top, size, alt }: { left: number; top: number; size: number; alt: string },
): void {
  const { data, size: squares } = encode(text, { ecc: 'M', border: 0 });
  const side = size / squares;
  const draw = () => {
    for (const [row, line] of data.entries())
      for (const [column, isDark] of line.entries())
        if (isDark) setter.document.rect(left + column * side, top + row * side, side, side);
    setter.document.fill(ink);
  };
  setter.figure(draw, left, top, { width: size, height: size, alt });
}
