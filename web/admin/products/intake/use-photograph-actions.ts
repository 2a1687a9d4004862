import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { inDigits } from '../../../language/numbers.ts';
import type { FormFailure } from '../../../ui/use-submission.ts';
import { adminFailure, failureText } from '../../admin-failure.ts';
import type { Intake } from './use-intake.ts';

/** What an action did, or why it failed. */
export interface ActionOutcome {
  failure: string | null;
  words: string;
}

export interface PhotographActions {
  outcome: ActionOutcome;
  isBusy: boolean;
  /** `pieceId` null: moves them to a new piece. */
  move: (pictureIds: readonly string[], pieceId: string | null) => Promise<void>;
  /** Makes each photograph a piece of its own. */
  separate: (pictureIds: readonly string[]) => Promise<void>;
  putFirst: (pictureId: string) => Promise<void>;
  /** Resolves to the failure, or to undefined if they were removed. */
  remove: (pictureIds: readonly string[]) => Promise<FormFailure | undefined>;
}

/**
 * The actions for chosen photographs. While `isBusy`, all but `remove` do nothing. `onMoved` is called after photographs were moved or
 * removed.
 */
export function usePhotographActions({ pieces, refresh }: Intake, onMoved: () => void): PhotographActions {
  const [outcome, setOutcome] = useState<ActionOutcome>({ failure: null, words: '' });
  const [isBusy, setBusy] = useState(false);
  async function act(action: () => Promise<ActionOutcome>) {
    if (isBusy) return;
    setBusy(true);
    // Cleared first, so that screen readers announce the same words again.
    setOutcome({ failure: null, words: '' });
    const next = await action();
    await refresh();
    setOutcome(next);
    setBusy(false);
  }
  return {
    outcome,
    isBusy,
    move: (pictureIds, pieceId) =>
      act(async () => {
        const answer = await call('movePictures', { body: { pictureIds: [...pictureIds], pieceId } });
        if (!answer.success) return failed(t`Failed to move the photographs`, answer);
        onMoved();
        const number = pieces.findIndex(({ id }) => id === pieceId) + 1;
        return done(movedWords(pictureIds.length, number));
      }),
    separate: (pictureIds) =>
      act(async () => {
        const next = await separate(pieces, new Set(pictureIds));
        if (next.failure === null) onMoved();
        return next;
      }),
    putFirst: (pictureId) =>
      act(async () => {
        const answer = await call('putPictureFirst', { body: { pictureId } });
        return answer.success
          ? done(t`It is the main picture now.`)
          : failed(t`Failed to change the main picture`, answer);
      }),
    async remove(pictureIds) {
      const answer = await call('removeFromIntake', { body: { pictureIds: [...pictureIds] } });
      if (!answer.success) return adminFailure(t`Failed to remove the photographs`, answer);
      onMoved();
      await refresh();
      setOutcome(done(removedWords(pictureIds.length)));
      return undefined;
    },
  };
}

const done = (words: string): ActionOutcome => ({ failure: null, words });
const failed = (...why: Parameters<typeof failureText>): ActionOutcome => ({ failure: failureText(...why), words: '' });

/**
 * Moves each chosen photograph to a new piece. If all photographs of a piece are chosen, its main picture stays, so that what was typed
 * about the piece stays with that picture.
 */
async function separate(pieces: Intake['pieces'], chosen: ReadonlySet<string>): Promise<ActionOutcome> {
  const moved = pieces.flatMap(({ pictures }) => {
    const own = pictures.filter(({ id }) => chosen.has(id));
    return own.length === pictures.length ? own.slice(1) : own;
  });
  const total = moved.length;
  for (const [count, { id }] of moved.entries()) {
    const answer = await call('movePictures', { body: { pictureIds: [id], pieceId: null } });
    if (answer.success) continue;
    const { failure, words } = failed(t`Failed to make a piece of each photograph`, answer);
    const movedBefore = t`${count} of ${total} were moved.`;
    return { failure: `${failure} ${movedBefore}`, words };
  }
  return done(separatedWords(chosen.size));
}

/** `number`: the number of the piece that received the photographs; 0 for a new one. */
function movedWords(count: number, number: number): string {
  const shown = inDigits(count);
  return number === 0
    ? plural(count, {
        one: `${shown} photograph moved to a new piece.`,
        other: `${shown} photographs moved to a new piece.`,
      })
    : plural(count, {
        one: `${shown} photograph moved to piece ${number}.`,
        other: `${shown} photographs moved to piece ${number}.`,
      });
}

function removedWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, { one: `${shown} photograph removed.`, other: `${shown} photographs removed.` });
}

function separatedWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} photograph is a piece of its own now.`,
    other: `${shown} photographs are a piece each now.`,
  });
}
