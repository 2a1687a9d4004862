import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { AdminListing, Listing } from '#contract/catalog.ts';
import { call } from '../../../api.ts';
import { makersAndYear } from '../../../catalog/listing-summary.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { AddWords } from '../add-words.tsx';
import { statusWords } from '../listing-status-mark.tsx';
import { foundInWords, useListingSearch } from '../use-listing-search.ts';

const shownAtOnce = 8;

interface AddPieceProps {
  /** Ids of the pieces that are chosen already. */
  chosen: readonly string[];
  onAdd: (listing: Listing) => void;
}

/** Finds a piece by its name or its artist, and adds it. Pieces that a link does not show cannot be added. */
export function AddPiece({ chosen, onAdd }: AddPieceProps) {
  const [q, setQ] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { found, clear, isBusy, failure, submit } = useListingSearch(() =>
    call('listListingsAsAdmin', { query: { q, page: 1, pageSize: shownAtOnce }, quiet: true }),
  );
  const add = (listing: Listing) => {
    onAdd(listing);
    setQ('');
    clear();
    // The button that was pressed is removed.
    input.current?.focus();
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="visually-hidden">{t`Add a piece`}</legend>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          ref={input}
          label={t`Add a piece by name or artist`}
          type="search"
          value={q}
          onChange={({ target }) => setQ(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Otherwise Enter would save the form around this field.
            event.preventDefault();
            submit();
          }}
        />
        <Button variant="line" busy={isBusy} onClick={submit}>
          {t`Find`}
        </Button>
      </div>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <p role="status" className="subtle empty:hidden">
        {found && foundInWords(found)}
      </p>
      <ul className="grid">
        {found?.listings.map((listing) => (
          <li key={listing.id} className="flex items-center justify-between gap-4 border-t border-line py-1">
            <span className="min-w-0 wrap-anywhere">
              {listing.name}
              <small className="muted block">
                {makersAndYear(listing)}
                {listing.sold && t`, sold`}
              </small>
            </span>
            <AddButton listing={listing} isChosen={chosen.includes(listing.id)} onAdd={() => add(listing)} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface AddButtonProps {
  listing: AdminListing;
  isChosen: boolean;
  onAdd: () => void;
}

/** The button that adds a piece, or why the piece cannot be added. */
function AddButton({ listing, isChosen, onAdd }: AddButtonProps) {
  if (isChosen) return <span className="muted">{t`Chosen`}</span>;
  if (notShown(listing)) return <span className="muted">{statusWords(listing)}</span>;
  return (
    <Button variant="text" onClick={onAdd}>
      <AddWords name={listing.name} />
    </Button>
  );
}

const notShown = ({ status, visibility }: AdminListing) =>
  status === 'discontinued' || visibility === 'draft' || visibility === 'scheduled';
