import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Image } from '#contract/catalog.ts';
import type { Box, EditedCloseLook } from '#contract/close-look.ts';
import { hasTrueShape } from '#contract/true-size.ts';
import { Button } from '../../../ui/button.tsx';
import { addressOf } from '../../sections.ts';
import { BoxFields, type Unit } from './box-fields.tsx';

interface PieceFieldsProps {
  listing: EditedCloseLook['listing'];
  image: Image;
  box: Box | null;
  unit: Unit;
  onChange: (box: Box) => void;
  onMark: () => void;
  onRemove: () => void;
}

/** Where the piece lies in the picture, beside the measures that its outer edge has. */
export function PieceFields({ listing, image, box, unit, onChange, onMark, onRemove }: PieceFieldsProps) {
  return (
    <section className="grid gap-3" aria-labelledby="piece-title" data-part="piece">
      <div className="bar">
        <h2 id="piece-title" className="mr-auto">
          {t`The piece`}
        </h2>
        {box ? (
          <Button variant="text" small onClick={onRemove}>
            <Trans>
              Remove<span className="visually-hidden"> the box of the piece</span>
            </Trans>
          </Button>
        ) : (
          <Button variant="line" small onClick={onMark}>
            {t`Mark the piece`}
          </Button>
        )}
      </div>
      <p className="muted">
        {t`The outer edge of the piece, with its frame: what the width and the height are measured at.`}{' '}
        <Measures listing={listing} />{' '}
        <Link to={`${addressOf('products')}?q=${encodeURIComponent(listing.name)}`}>{t`Change the measures`}</Link>
      </p>
      {box && <BoxFields box={box} number={null} image={image} unit={unit} onChange={onChange} />}
      {box && <Difference listing={listing} image={image} box={box} />}
    </section>
  );
}

function Measures({ listing: { widthCm, heightCm } }: Pick<PieceFieldsProps, 'listing'>) {
  if (widthCm === null || heightCm === null)
    return (
      <>{t`The width or the height in centimetres is missing: until then there is no scale and no view on a wall.`}</>
    );
  return <b className="strong numeric">{t`${widthCm} cm wide, ${heightCm} cm high.`}</b>;
}

/** The height of the box and the measured one may differ by this fraction before the page says so (docs/behaviour/close-look.md, 21). */
const remarkable = 0.03;

function Difference({
  listing: { widthCm, heightCm },
  image,
  box,
}: Pick<PieceFieldsProps, 'listing' | 'image'> & { box: Box }) {
  if (widthCm === null || heightCm === null) return null;
  const height = (widthCm * box.height * image.height) / (box.width * image.width);
  if (Math.abs(height / heightCm - 1) <= remarkable) return null;
  const boxCm = Math.round(height * 10) / 10;
  const isTrue = hasTrueShape(image, box, { width: widthCm, height: heightCm });
  return (
    <p className="hint" role="status">
      {isTrue
        ? t`With a width of ${widthCm} cm this box is ${boxCm} cm high, and the measures say ${heightCm} cm. Please check the corners and the measures.`
        : t`With a width of ${widthCm} cm this box is ${boxCm} cm high, and the measures say ${heightCm} cm. That is more than a tenth apart, so visitors see no scale and no view on a wall. Please check the corners and the measures.`}
    </p>
  );
}
