import { useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import type { Box } from '#contract/close-look.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { fits, percent, type Side, scaled, sides, withSide } from './box-geometry.ts';

export const units = ['percent', 'pixels'] as const;
export type Unit = (typeof units)[number];

interface BoxFieldsProps {
  box: Box;
  /** For example 'the piece' or 'detail 1'. */
  name: string;
  image: Image;
  unit: Unit;
  onChange: (box: Box) => void;
}

/** The place of a box in numbers, and buttons that make it larger and smaller. */
export function BoxFields({ box, name, image, unit, onChange }: BoxFieldsProps) {
  return (
    <div className="box-fields">
      {sides.map((side) => (
        <SideField key={`${side} ${unit}`} {...{ side, box, name, image, unit, onChange }} />
      ))}
      <span className="box-buttons">
        <Button variant="text" small onClick={() => onChange(scaled(box, 1 / 1.1))}>
          Smaller<span className="visually-hidden"> box of {name}</span>
        </Button>
        <Button variant="text" small onClick={() => onChange(scaled(box, 1.1))}>
          Larger<span className="visually-hidden"> box of {name}</span>
        </Button>
      </span>
    </div>
  );
}

/**
 * One number of a box. The box follows while a number is typed with which it lies inside the picture. Any other number may be the
 * beginning of one, or a slip: it is limited when the field is left, or with Enter.
 */
function SideField({ side, box, name, image, unit, onChange }: BoxFieldsProps & { side: Side }) {
  /** Null while nothing is being typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const pixels = side === 'x' || side === 'width' ? image.width : image.height;
  const whole = unit === 'percent' ? 100 : pixels;
  const shown = unit === 'percent' ? percent(box[side]) : Math.round(box[side] * pixels);
  const type = (text: string) => {
    setTyped(text);
    const value = Number(text) / whole;
    if (text !== '' && fits({ ...box, [side]: value })) onChange(withSide(box, side, value));
  };
  const finish = () => {
    if (typed) onChange(withSide(box, side, Number(typed) / whole));
    setTyped(null);
  };
  return (
    <TextField
      label={
        <>
          {labels[side]}, {unit === 'percent' ? '%' : 'px'}
          <span className="visually-hidden"> of {name}</span>
        </>
      }
      small
      type="number"
      min={0}
      max={whole}
      step={unit === 'percent' ? 0.1 : 1}
      value={typed ?? shown}
      onChange={({ target }) => type(target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === null) return;
        // Saves the form only when the box is as one sees it.
        event.preventDefault();
        finish();
      }}
    />
  );
}

const labels: Readonly<Record<Side, string>> = { x: 'Left', y: 'Top', width: 'Width', height: 'Height' };
