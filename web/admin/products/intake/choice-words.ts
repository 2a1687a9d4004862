import { plural, t } from '@lingui/core/macro';
import { limits } from '#contract/limits.ts';
import { inDigits } from '../../../language/numbers.ts';
import type { Choice } from './chosen-files.ts';

/** How many of the chosen files the shop already has, are not pictures, are already being sent, and exceed the limit. */
export type ChoiceCounts = Record<'known' | 'others' | 'underWay' | 'tooMany', number>;

/** Which of the chosen files are not sent, and why. Empty if all are sent. */
export function choiceWords({ files, unreadable }: Choice, { known, others, underWay, tooMany }: ChoiceCounts): string {
  if (files.length === 0 && unreadable === 0) return t`There is no file in this folder.`;
  return [
    known > 0 && knownWords(known),
    underWay > 0 && underWayWords(underWay),
    others > 0 && othersWords(others),
    unreadable > 0 && unreadableWords(unreadable),
    tooMany > 0 && tooManyWords(tooMany),
  ]
    .filter(Boolean)
    .join(' ');
}

export const notBroughtIn = (reason: string) =>
  t`The photographs could not be brought in: ${reason} Please choose them again.`;

function knownWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} photograph has arrived before.`,
    other: `${shown} photographs have arrived before.`,
  });
}

function underWayWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} photograph is on its way already.`,
    other: `${shown} photographs are on their way already.`,
  });
}

function othersWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} file is not a picture and was left out.`,
    other: `${shown} files are not pictures and were left out.`,
  });
}

function unreadableWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} file or folder could not be read.`,
    other: `${shown} files or folders could not be read.`,
  });
}

function tooManyWords(count: number): string {
  const [shown, most] = [inDigits(count), inDigits(limits.intakePictures)];
  return plural(count, {
    one: `${shown} photograph was left out: at most ${most} can wait here. Make drafts of some, then choose the folder again.`,
    other: `${shown} photographs were left out: at most ${most} can wait here. Make drafts of some, then choose the folder again.`,
  });
}
