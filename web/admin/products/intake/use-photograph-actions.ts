import { useState } from 'react';
import { call } from '../../../api.ts';
import type { FormFailure } from '../../../ui/use-submission.ts';
import { adminFailure, failureText } from '../../admin-failure.ts';
import { counted } from './counted.ts';
import type { Intake } from './use-intake.ts';

/** What an action did, or why it failed. */
export interface ActionOutcome {
  failure: string | null;
  words: string;
}

export interface PhotographActions {
  outcome: ActionOutcome;
  isBusy: boolean;
  /** Null: to a new piece. */
  move: (pictureIds: readonly string[], pieceId: string | null) => Promise<void>;
  /** Makes a piece of each. */
  separate: (pictureIds: readonly string[]) => Promise<void>;
  putFirst: (pictureId: string) => Promise<void>;
  /** Returns why it failed. */
  remove: (pictureIds: readonly string[]) => Promise<FormFailure | undefined>;
}

/** What is done with photographs. One action at a time; `onMoved` is called after photographs were moved or removed. */
export function usePhotographActions({ pieces, refresh }: Intake, onMoved: () => void): PhotographActions {
  const [outcome, setOutcome] = useState<ActionOutcome>({ failure: null, words: '' });
  const [isBusy, setBusy] = useState(false);
  async function act(action: () => Promise<ActionOutcome>) {
    if (isBusy) return;
    setBusy(true);
    // Removed first, so that the same words are announced again.
    setOutcome({ failure: null, words: '' });
    const next = await action();
    await refresh();
    setOutcome(next);
    setBusy(false);
  }
  return {
    ...{ outcome, isBusy },
    move: (pictureIds, pieceId) =>
      act(async () => {
        const answer = await call('movePictures', { body: { pictureIds: [...pictureIds], pieceId } });
        if (!answer.success) return failed('Failed to move the photographs', answer);
        onMoved();
        const number = pieces.findIndex(({ id }) => id === pieceId) + 1;
        return done(
          `${counted(pictureIds.length, 'photograph')} moved to ${number === 0 ? 'a new piece' : `piece ${number}`}.`,
        );
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
          ? done('It is the main picture now.')
          : failed('Failed to change the main picture', answer);
      }),
    async remove(pictureIds) {
      const answer = await call('removeFromIntake', { body: { pictureIds: [...pictureIds] } });
      if (!answer.success) return adminFailure('Failed to remove the photographs', answer);
      onMoved();
      await refresh();
      setOutcome(done(`${counted(pictureIds.length, 'photograph')} removed.`));
      return undefined;
    },
  };
}

const done = (words: string): ActionOutcome => ({ failure: null, words });
const failed = (...why: Parameters<typeof failureText>): ActionOutcome => ({ failure: failureText(...why), words: '' });

/** The main picture of a piece of which all are chosen stays in it, so that what was typed stays with that. */
async function separate(pieces: Intake['pieces'], chosen: ReadonlySet<string>): Promise<ActionOutcome> {
  const moved = pieces.flatMap(({ pictures }) => {
    const own = pictures.filter(({ id }) => chosen.has(id));
    return own.length === pictures.length ? own.slice(1) : own;
  });
  for (const [count, { id }] of moved.entries()) {
    const answer = await call('movePictures', { body: { pictureIds: [id], pieceId: null } });
    if (answer.success) continue;
    const { failure, words } = failed('Failed to make a piece of each photograph', answer);
    return { failure: `${failure} ${count} of ${moved.length} were moved.`, words };
  }
  return done(`${counted(chosen.size, 'photograph is a piece of its own', 'photographs are a piece each')} now.`);
}
