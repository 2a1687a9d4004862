import type { Box, Detail, EditedCloseLook, WrittenCloseLook } from '#contract/close-look.ts';

export interface DraftDetail extends Detail {
  /** Tells the details of a draft apart while they are changed; not stored. */
  key: number;
}

/** What is entered in the form. */
export interface CloseLookDraft {
  /** The address of the picture. */
  picture: string;
  box: Box | null;
  details: readonly DraftDetail[];
}

/** The stored version as a draft. If nothing is stored: the picture that visitors look at, without a box and details. */
export function draftOf({ look, lookedAt }: Pick<EditedCloseLook, 'look' | 'lookedAt'>): CloseLookDraft {
  if (!look) return { picture: lookedAt ?? '', box: null, details: [] };
  return { ...look, details: look.details.map((detail) => ({ ...detail, key: newKey() })) };
}

/** The part of a draft that is sent to the server. */
export const writtenOf = ({ picture, box, details }: CloseLookDraft): WrittenCloseLook => ({
  picture,
  box,
  details: details.map(({ key: _, ...detail }) => detail),
});

export const newDetail = (box: Box): DraftDetail => ({ key: newKey(), name: '', text: '', box });

export const isSameDraft = (one: CloseLookDraft, other: CloseLookDraft) => isSame(writtenOf(one), writtenOf(other));

/**
 * Merges two changes of `known`: those of this person and those of somebody else. Null if both have changed the same part differently, or
 * one of them has chosen another picture, because all boxes are places in the picture.
 */
export function merged(
  known: WrittenCloseLook,
  mine: WrittenCloseLook,
  theirs: WrittenCloseLook,
): WrittenCloseLook | null {
  if (isSame(mine, theirs) || isSame(theirs, known)) return mine;
  if (mine.picture !== theirs.picture) return null;
  const box = mergedPart(known.box, mine.box, theirs.box);
  const details = mergedPart(known.details, mine.details, theirs.details);
  return box && details && { picture: mine.picture, box: box.value, details: details.value };
}

function mergedPart<Part>(known: Part, mine: Part, theirs: Part): { value: Part } | null {
  if (isSame(mine, known) || isSame(mine, theirs)) return { value: theirs };
  return isSame(theirs, known) ? { value: mine } : null;
}

/** The merged version as the next draft. Details that are also in `draft` keep their keys, so that their fields keep the focus. */
export function nextDraft({ details, ...rest }: WrittenCloseLook, draft: CloseLookDraft): CloseLookDraft {
  const left = [...draft.details];
  const take = (isIt: (other: DraftDetail) => boolean) => {
    const at = left.findIndex(isIt);
    return at === -1 ? undefined : left.splice(at, 1)[0]?.key;
  };
  const unchanged = details.map((detail) => take(({ key: _, ...other }) => isSame(other, detail)));
  return {
    ...rest,
    details: details.map((detail, position) => ({
      ...detail,
      key: unchanged[position] ?? take((other) => other === draft.details[position]) ?? newKey(),
    })),
  };
}

/** Compares as JSON. That works because the keys always have the same order, whether made here or by the server. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

let lastKey = 0;

function newKey(): number {
  lastKey += 1;
  return lastKey;
}
