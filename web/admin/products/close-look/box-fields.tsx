import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  /** The number of the detail, from 1; null for the box of the piece. */
  number: number | null;
  image: Image;
  unit: Unit;
  onChange: (box: Box) => void;
}

/** The place of a box in numbers, and buttons that make it larger and smaller. */
export function BoxFields({ box, number, image, unit, onChange }: BoxFieldsProps) {
  return (
    <div className="box-fields">
      {sides.map((side) => (
        <SideField key={`${side} ${unit}`} {...{ side, box, number, image, unit, onChange }} />
      ))}
      <span className="box-buttons">
        <Button variant="text" small onClick={() => onChange(scaled(box, 1 / 1.1))}>
          <SmallerWords number={number} />
        </Button>
        <Button variant="text" small onClick={() => onChange(scaled(box, 1.1))}>
          <LargerWords number={number} />
        </Button>
      </span>
    </div>
  );
}

/**
 * One number of a box. What is typed moves the box at once if the box then lies inside the picture. Any other number may be unfinished or
 * a slip, so it is corrected to the nearest possible one only on Enter, or when the field loses the focus.
 */
function SideField({ side, box, number, image, unit, onChange }: BoxFieldsProps & { side: Side }) {
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
      label={<SideWords name={names[side]} sign={unit === 'percent' ? '%' : 'px'} number={number} />}
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
        // This Enter does not submit the form, because it may change the number.
        event.preventDefault();
        finish();
      }}
    />
  );
}

const names: Readonly<Record<Side, string>> = { x: t`Left`, y: t`Top`, width: t`Width`, height: t`Height` };

type Numbered = Pick<BoxFieldsProps, 'number'>;

function SideWords({ name, sign, number }: Numbered & { name: string; sign: string }) {
  return number === null ? (
    <Trans>
      {name}, {sign}
      <span className="visually-hidden"> of the piece</span>
    </Trans>
  ) : (
    <Trans>
      {name}, {sign}
      <span className="visually-hidden"> of detail {number}</span>
    </Trans>
  );
}

function SmallerWords({ number }: Numbered) {
  return number === null ? (
    <Trans>
      Smaller<span className="visually-hidden"> box of the piece</span>
    </Trans>
  ) : (
    <Trans>
      Smaller<span className="visually-hidden"> box of detail {number}</span>
    </Trans>
  );
}

function LargerWords({ number }: Numbered) {
  return number === null ? (
    <Trans>
      Larger<span className="visually-hidden"> box of the piece</span>
    </Trans>
  ) : (
    <Trans>
      Larger<span className="visually-hidden"> box of detail {number}</span>
    </Trans>
  );
}
