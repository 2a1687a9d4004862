import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ChangeEvent, startTransition, useOptimistic, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CollectionSearch, collectionParamsOf } from '#contract/collection-search.ts';
import { collectionWallPath, wallAddressOf } from '#contract/collection-wall.ts';
import { sizeWords } from '../close-look/wall/scene.ts';
import type { HungPiece } from './hang.tsx';

interface ChoosePiecesProps {
  search: CollectionSearch;
  /** The pieces of the page of results that can hang. */
  pieces: readonly HungPiece[];
  /** Ids of the chosen pieces; if it is empty, all pieces hang. */
  chosen: readonly string[];
}

/**
 * A form that chooses which pieces hang (docs/behaviour/close-look.md, 53). Each change opens the address of the chosen pieces; without
 * scripts a button sends the form.
 */
export function ChoosePieces({ search, pieces, chosen }: ChoosePiecesProps) {
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(false);
  const [shown, setShown] = useOptimistic(chosen);
  const hangs = (id: string) => shown.length === 0 || shown.includes(id);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const next = pieces.map(({ id }) => id).filter((id) => (id === target.value ? target.checked : hangs(id)));
    // An address that names no piece shows all pieces, so the last one cannot be taken away.
    setRefused(next.length === 0);
    if (next.length === 0) return;
    const isAll = next.length === pieces.length;
    startTransition(async () => {
      // The checkbox changes at once, not only when the router has loaded the address.
      setShown(next);
      await navigate(wallAddressOf(search, isAll ? [] : next), { replace: true, preventScrollReset: true });
    });
  };
  return (
    <form className="choose" action={collectionWallPath}>
      {[...collectionParamsOf(search)].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" {...{ name, value }} />
      ))}
      <fieldset>
        <legend className="heading-block">
          <Trans>Which pieces hang</Trans>
        </legend>
        <div className="choose-list">
          {pieces.map(({ id, name, size }) => (
            <label className="check" key={id}>
              <input type="checkbox" name="piece" value={id} checked={hangs(id)} onChange={change} />
              <span>
                {name} <span className="small muted numeric">{sizeWords(size)}</span>
              </span>
            </label>
          ))}
        </div>
        <p className="small muted" role="status">
          {isRefused && t`At least one piece hangs. Choose another one before you take this one away.`}
        </p>
      </fieldset>
      <noscript>
        <button className="button" type="submit">
          <Trans>Hang these</Trans>
        </button>
      </noscript>
    </form>
  );
}
