// What pages need of condition reports; they do not load zod.

/** The overall state of a piece, from the best. */
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

/** `40% from the left, 12.5% from the top`. */
export const placeInWords = ({ x, y }: { x: number; y: number }) => `${x}% from the left, ${y}% from the top`;

/** The page behind the link in the email with a report. */
export const conditionLinkPath = '/condition';

export const conditionFilename = (listingId: string, examinedOn: string) =>
  `condition-${[listingId, examinedOn].filter(Boolean).join('-')}.pdf`;

/** What an enquiry that asks for a report begins with. */
export const conditionRequest = 'Please send me the condition report.';
