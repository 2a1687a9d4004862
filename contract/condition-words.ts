// The parts of condition reports that pages import. They must not load zod.

/** The overall states of a piece, from the best to the worst. */
export const conditionStates = ['excellent', 'very good', 'good', 'fair', 'poor'] as const;
export type ConditionState = (typeof conditionStates)[number];

/** What a mark on a photograph points at. */
export const markKinds = ['scratch', 'chip', 'crack', 'loss', 'stain', 'wear', 'restoration', 'other'] as const;
export type MarkKind = (typeof markKinds)[number];

/** The texts of a report in their order, each with its heading. */
export const conditionTexts = [
  ['surface', 'Surface'],
  ['edges', 'Edges and structure'],
  ['frame', 'Frame and back'],
  ['restorations', 'Earlier restorations'],
  ['notes', 'Notes'],
] as const;
export type ConditionText = (typeof conditionTexts)[number][0];

/** A place on a picture in words: `40% from the left, 12.5% from the top`. `x` and `y` are in percent of the picture. */
export const placeInWords = ({ x, y }: { x: number; y: number }) => `${x}% from the left, ${y}% from the top`;

/** The path of the page that the link in an email with a report opens. */
export const conditionLinkPath = '/condition';

export const conditionFilename = (listingId: string, examinedOn: string) =>
  `condition-${[listingId, examinedOn].filter(Boolean).join('-')}.pdf`;

/** The message that the contact form suggests for an enquiry that asks for a report. */
export const conditionRequest = 'Please send me the condition report.';
