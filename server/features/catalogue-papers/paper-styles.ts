import type { LabelSize } from '#contract/catalogue-lines.ts';
import { styles } from '#server/platform/pdf/sheet.ts';
import type { Style } from '#server/platform/pdf/typesetter.ts';
import { millimetre } from './paper-page.ts';

const vermilion = '#c72a16';
const gold = '#d3ab54';

export const markColors = { vermilion, gold };

export const paperStyles = {
  ...styles,
  cover: { ...styles.heading, size: 30, leading: 38 } satisfies Style,
  piece: { ...styles.name, size: 22, leading: 28 } satisfies Style,
  price: { ...styles.strong, size: 11, leading: 16 } satisfies Style,
};

/** The styles of labels of each size. */
export const labelStyles = {
  small: {
    name: { ...styles.name, size: 14, leading: 17 },
    makers: styles.text,
    small: styles.small,
    price: paperStyles.price,
    padding: 7 * millimetre,
    qrSize: 14 * millimetre,
  },
  large: {
    name: { ...styles.name, size: 24, leading: 29 },
    makers: { ...styles.text, size: 13, leading: 19 },
    small: { ...styles.small, size: 11.5, leading: 17 },
    price: { ...styles.strong, size: 15, leading: 22 },
    padding: 11 * millimetre,
    qrSize: 22 * millimetre,
  },
} satisfies Record<
  LabelSize,
  Record<'name' | 'makers' | 'small' | 'price', Style> & Record<'padding' | 'qrSize', number>
>;
