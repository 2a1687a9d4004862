import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { setSaved, useSavedIds } from './saved-listings.ts';

/** Save or Saved, a pressed button; next to it a link to everything that is saved. */
export function SaveButton({ id }: { id: string }) {
  const isSaved = useSavedIds().includes(id);
  const { failure, toggle } = useToggle(id, isSaved);
  return (
    <>
      <button
        type="button"
        className="button-text aria-pressed:[&_.icon]:fill-current"
        aria-pressed={isSaved}
        onClick={toggle}
      >
        <Icon name="bookmark" />
        {isSaved ? t`Saved` : t`Save`}
      </button>
      {isSaved && (
        <Link className="button-text" to="/saved">
          <Trans>All saved pieces</Trans>
        </Link>
      )}
      {failure && (
        <p role="alert" className="order-1 w-full text-crimson">
          {failure}
        </p>
      )}
    </>
  );
}

/** Saves or removes the listing, and why that failed. */
export function useToggle(id: string, isSaved: boolean): { failure: string | null; toggle: () => void } {
  const [failure, setFailure] = useState<string | null>(null);
  async function toggle() {
    setFailure(null);
    setFailure(await setSaved(id, !isSaved));
  }
  return { failure, toggle: () => void toggle() };
}
