import type { EditedCloseLook } from '#contract/close-look.ts';
import { boxInWords } from './box-geometry.ts';

/** What is stored, for somebody who may only look. */
export function CloseLookValues({ closeLook: { look, pictures, listing } }: { closeLook: EditedCloseLook }) {
  if (!look) return <p className="muted">Nothing is written about this piece.</p>;
  const position = pictures.findIndex(({ url }) => url === look.picture);
  return (
    <dl className="facts max-w-3xl">
      <dt>Picture</dt>
      <dd>
        {position === -1 ? 'Not one of the piece any more: visitors see nothing of this' : `Picture ${position + 1}`}
      </dd>
      <dt>The piece</dt>
      <dd>{look.box ? boxInWords(look.box) : 'Not marked'}</dd>
      <dt>Measures</dt>
      <dd>
        {listing.widthCm ?? '?'} cm wide, {listing.heightCm ?? '?'} cm high
      </dd>
      {look.details.map(({ name, text, box }, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: details that are shown do not change.
        <Detail key={number} {...{ number, name, text, place: boxInWords(box) }} />
      ))}
    </dl>
  );
}

function Detail({ number, name, text, place }: { number: number; name: string; text: string; place: string }) {
  return (
    <>
      <dt>Detail {number + 1}</dt>
      <dd className="wrap-anywhere">
        <b className="strong">{name}.</b> {text} <small className="muted block">{place}</small>
      </dd>
    </>
  );
}
