import { t } from '@lingui/core/macro';
import { room } from './scene.ts';

/**
 * The path of a standing person of 165 cm, from the neck down; the head is an ellipse of its own. In centimetres from the point between the
 * feet; heights are negative.
 */
const outlineBelowHead =
  'M-3.2 -149C-3.2 -144 -4.5 -141.5 -8.1 -140C-15.3 -138 -18.5 -135 -19.4 -128C-20.7 -115 -22.5 -104 -23 -92C-23.2 -86 -23 -80 -22 -76C-20.7 -75 -18.9 -75.5 -18.5 -78C-17.6 -90 -15.8 -101 -14 -110C-14 -98 -16.2 -78 -17.6 -56C-13.5 -54 -10.8 -53.5 -9.9 -53.5L-8.6 -6C-9.5 -3.5 -11.7 -1.5 -11.7 0L-2.3 0L-1.1 -52L1.1 -52L2.3 0L11.7 0C11.7 -1.5 9.5 -3.5 8.6 -6L9.9 -53.5C10.8 -53.5 13.5 -54 17.6 -56C16.2 -78 14 -98 14 -110C15.8 -101 17.6 -90 18.5 -78C18.9 -75.5 20.7 -75 22 -76C23 -80 23.2 -86 23 -92C22.5 -104 20.7 -115 19.4 -128C18.5 -135 15.3 -138 8.1 -140C4.5 -141.5 3.2 -144 3.2 -149Z';

/** A drawn person, which shows how large the pieces are. Fills the element around it, which is 52 cm wide. */
export function Person() {
  const { person } = room;
  return (
    <svg className="person" viewBox="-26 -165 52 165" role="img" aria-label={t`A person, ${person} cm tall.`}>
      <ellipse cx="0" cy="-155.2" rx="6.9" ry="9.8" />
      <path d={outlineBelowHead} />
    </svg>
  );
}
