import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { KeptLight, LightSet } from '#contract/lights.ts';
import { call } from '../../../api.ts';
import { showToast } from '../../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import type { Direction } from './light-directions.ts';

/**
 * The photographs of a piece under lights, with a draft of their directions and of whether visitors have them. Uploads and removals are
 * stored at once and leave the draft as it is. `picture` is the address of the picture that is looked at; another one loads them again.
 */
export function useLights(listingId: string, picture: string | null) {
  const { stored, problem, accept, load } = useStored(listingId, picture);
  const [corrected, setCorrected] = useState<ReadonlyMap<string, Direction>>(new Map());
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { form, failure, isBusy, setFailure } = useSubmission(save);
  const params = { id: listingId };

  const photographs = stored?.photographs.map((light) => ({ ...light, ...corrected.get(light.id) })) ?? [];
  const isShown = wanted ?? stored?.isShown ?? false;
  const isDirty = stored !== null && (isShown !== stored.isShown || stored.photographs.some(isMoved));

  function isMoved({ id, azimuth, elevation }: KeptLight): boolean {
    const draft = corrected.get(id);
    return draft !== undefined && (draft.azimuth !== azimuth || draft.elevation !== elevation);
  }

  async function save(): Promise<FormFailure | undefined> {
    const written = photographs.map(({ id, azimuth, elevation }) => ({ id, azimuth, elevation }));
    const answer = await call('changeLights', { params, body: { isShown, photographs: written } });
    if (!answer.success) return adminFailure(t`Failed to save the light`, answer);
    accept(answer.lights);
    // What was changed meanwhile stays.
    setWanted((latest) => (latest === wanted ? null : latest));
    setCorrected((latest) => new Map([...latest].filter(([id, direction]) => direction !== corrected.get(id))));
    showToast({ tone: 'done', text: t`Light saved` });
    return undefined;
  }

  /** Removes a photograph. If the server no longer has it (404), the photographs are loaded again. */
  async function remove({ id }: KeptLight): Promise<FormFailure | undefined> {
    const answer = await call('removeLight', { params: { ...params, lightId: id } });
    if (answer.success) accept(answer.lights);
    else if (answer.status === 404) await load();
    else return adminFailure(t`Failed to remove the photograph`, answer);
    setFailure(null);
    return undefined;
  }

  function discard() {
    setCorrected(new Map());
    setWanted(null);
    setFailure(null);
  }

  return {
    stored,
    problem,
    photographs,
    isShown,
    isDirty,
    accept,
    form,
    failure,
    isBusy,
    discard,
    remove,
    correct: (id: string, direction: Direction) => setCorrected((latest) => new Map(latest).set(id, direction)),
    setShown: setWanted,
  };
}

export type Lights = ReturnType<typeof useLights>;

/** What the server has stored; null until it was loaded. `problem` is the message of the last attempt, empty if it succeeded. */
function useStored(listingId: string, picture: string | null) {
  const [stored, setStored] = useState<LightSet | null>(null);
  const [problem, setProblem] = useState('');
  async function load(signal?: AbortSignal) {
    const answer = await call('getLights', { params: { id: listingId }, ...(signal && { signal }) });
    if (signal?.aborted) return;
    setProblem(answer.success ? '' : answer.message);
    if (answer.success) setStored(answer.lights);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each piece and picture.
  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [listingId, picture]);
  return { stored, problem, load, accept: setStored };
}
