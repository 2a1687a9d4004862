import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { setSaved, useSavedIds } from './saved-listings.ts';

/** The button Save. When the listing is saved, it is pressed and named Saved, and a link to all saved pieces is beside it. */
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

/** Returns a function that saves the listing or removes it, and why that failed the last time; null if it did not. */
export function useToggle(id: string, isSaved: boolean): { failure: string | null; toggle: () => void } {
  const [failure, setFailure] = useState<string | null>(null);
  async function toggle() {
    setFailure(null);
    setFailure(await setSaved(id, !isSaved));
  }
  return { failure, toggle: () => void toggle() };
}
