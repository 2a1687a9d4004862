import { t } from '@lingui/core/macro';
import type { EditedCloseLook } from '#contract/close-look.ts';
import { boxInWords } from './box-geometry.ts';

/** The stored picture, box and details, for somebody who may only look. */
export function CloseLookValues({ closeLook: { look, pictures, listing } }: { closeLook: EditedCloseLook }) {
  if (!look) return <p className="muted">{t`Nothing is written about this piece.`}</p>;
  const position = pictures.findIndex(({ url }) => url === look.picture);
  const picture = position + 1;
  const [width, height] = [listing.widthCm ?? '?', listing.heightCm ?? '?'];
  return (
    <dl className="facts max-w-3xl">
      <dt>{t`Picture`}</dt>
      <dd>
        {position === -1 ? t`Not one of the piece any more: visitors see nothing of this` : t`Picture ${picture}`}
      </dd>
      <dt>{t`The piece`}</dt>
      <dd>{look.box ? boxInWords(look.box) : t`Not marked`}</dd>
      <dt>{t`Measures`}</dt>
      <dd>{t`${width} cm wide, ${height} cm high`}</dd>
      {look.details.map(({ name, text, box }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: details that are shown do not change.
        <Detail key={index} number={index + 1} {...{ name, text, place: boxInWords(box) }} />
      ))}
    </dl>
  );
}

function Detail({ number, name, text, place }: { number: number; name: string; text: string; place: string }) {
  return (
    <>
      <dt>{t`Detail ${number}`}</dt>
      <dd className="wrap-anywhere">
        <b className="strong">{name}.</b> {text} <small className="muted block">{place}</small>
      </dd>
    </>
  );
}
