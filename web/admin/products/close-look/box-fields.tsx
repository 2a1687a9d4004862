import type { Image } from '#contract/catalog.ts';
import type { Box } from '#contract/close-look.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { type Side, scaled, sides, withSide } from './box-geometry.ts';

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
  const lengths = { x: image.width, y: image.height, width: image.width, height: image.height };
  const shown = (side: Side) =>
    unit === 'percent' ? Math.round(box[side] * 1000) / 10 : Math.round(box[side] * lengths[side]);
  const fraction = (side: Side, typed: number) => typed / (unit === 'percent' ? 100 : lengths[side]);
  return (
    <div className="box-fields">
      {sides.map((side) => (
        <TextField
          key={side}
          label={
            <>
              {labels[side]}, {unit === 'percent' ? '%' : 'px'}
              <span className="visually-hidden"> of {name}</span>
            </>
          }
          small
          type="number"
          min={0}
          max={unit === 'percent' ? 100 : lengths[side]}
          step={unit === 'percent' ? 0.1 : 1}
          value={shown(side)}
          onChange={({ target }) => {
            // An empty field is being typed into.
            if (Number.isFinite(target.valueAsNumber))
              onChange(withSide(box, side, fraction(side, target.valueAsNumber)));
          }}
        />
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

const labels: Readonly<Record<Side, string>> = { x: 'Left', y: 'Top', width: 'Width', height: 'Height' };
