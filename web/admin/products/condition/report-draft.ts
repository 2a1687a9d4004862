import type { Image } from '#contract/catalog.ts';
import type { ConditionReport } from '#contract/condition-reports.ts';
import type { ConditionState, ConditionText, MarkKind } from '#contract/condition-words.ts';

/** Percent of the picture from its left and upper edge. */
export interface Place {
  x: number;
  y: number;
}

export interface DraftMark extends Place {
  /** Tells the marks of a draft apart while they are changed; not stored. */
  key: number;
  kind: MarkKind;
  text: string;
}

export interface DraftPhotograph {
  image: Image;
  caption: string;
  marks: readonly DraftMark[];
}

/** A condition report as it is entered in the form. */
export type ReportDraft = Record<ConditionText, string> & {
  examinedOn: string;
  examiner: string;
  state: ConditionState | '';
  photographs: readonly DraftPhotograph[];
};

export function reportDraftOf(report: ConditionReport): ReportDraft {
  const { examinedOn, examiner, state, surface, edges, frame, restorations, notes, photographs } = report;
  return {
    examinedOn,
    examiner,
    state,
    surface,
    edges,
    frame,
    restorations,
    notes,
    photographs: photographs.map(({ image, caption, marks }) => ({ image, caption, marks: marks.map(keyed) })),
  };
}

/** The part of a draft that is sent to the server. */
export function writtenOf({ photographs, ...texts }: ReportDraft) {
  return {
    ...texts,
    photographs: photographs.map(({ image, caption, marks }) => ({
      url: image.url,
      caption,
      marks: marks.map(({ key: _, ...mark }) => mark),
    })),
  };
}

export const isSameReport = (one: ReportDraft, other: ReportDraft) =>
  JSON.stringify(writtenOf(one)) === JSON.stringify(writtenOf(other));

/** Adds stored pictures, except those that the report already has. */
export function withPictures(photographs: readonly DraftPhotograph[], images: readonly Image[]): DraftPhotograph[] {
  const known = new Set(photographs.map(({ image }) => image.url));
  const added = images.filter(({ url }) => !known.has(url));
  return [...photographs, ...added.map((image) => ({ image, caption: '', marks: [] }))];
}

/** A picture that was just uploaded: its size is not known yet. */
export const uploadedImage = (url: string): Image => ({
  url,
  alt: '',
  width: 0,
  height: 0,
  placeholder: '#00000000',
  variants: [],
});

export const newMark = (place: Place): DraftMark => keyed({ ...within(place), kind: 'scratch', text: '' });

/** The nearest place on the picture, with one decimal. */
export function within({ x, y }: Place): Place {
  const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10;
  return { x: percent(x), y: percent(y) };
}

let lastKey = 0;

function keyed<Mark extends object>(mark: Mark): Mark & { key: number } {
  lastKey += 1;
  return { ...mark, key: lastKey };
}
