import { t } from '@lingui/core/macro';
import { type RefObject, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { limits } from '#contract/limits.ts';
import { type ListingFilterName, listingFilters } from '#contract/states.ts';
import { call } from '../../../api.ts';
import { makersAndYear } from '../../../catalog/listing-summary.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { AddWords } from '../add-words.tsx';
import { completeListing } from '../complete-listing.ts';
import { listingFilterLabels } from '../listing-filter-labels.ts';
import { ListingStatusMark } from '../listing-status-mark.tsx';
import { foundInWords, useListingSearch } from '../use-listing-search.ts';

interface FindPiecesProps {
  chosen: readonly Listing[];
  /** The ref of the search field. */
  input: RefObject<HTMLInputElement | null>;
  onAdd: (pieces: readonly Listing[]) => void;
}

/** Finds pieces as the table of products does, and adds one or all of them. */
export function FindPieces({ chosen, input, onAdd }: FindPiecesProps) {
  const [q, setQ] = useState('');
  const [status, setStatus] = useState<ListingFilterName | ''>('available');
  const { found, isBusy, failure, form } = useListingSearch(() => {
    const filter = status === '' ? {} : { status };
    return call('listListingsAsAdmin', { query: { q, ...filter, page: 1, pageSize: limits.pageSize } });
  });
  const listings = found?.listings.map(completeListing) ?? [];
  const known = new Set(chosen.map(({ id }) => id));
  const others = listings.filter(({ id }) => !known.has(id));
  const count = others.length;
  return (
    <form className="grid gap-3 border-t border-line p-5" aria-label={t`Find pieces`} {...form}>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          ref={input}
          label={t`Add pieces by name or artist`}
          type="search"
          small
          fieldClass="grow"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        <Select
          label={t`Status`}
          small
          value={status}
          onChange={({ target }) => setStatus(listingFilters.find((one) => one === target.value) ?? '')}
        >
          <option value="">{t`All`}</option>
          {listingFilters.map((one) => (
            <option key={one} value={one}>
              {listingFilterLabels[one]}
            </option>
          ))}
        </Select>
        <Button type="submit" variant="line" small busy={isBusy}>
          {t`Find`}
        </Button>
      </div>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <p role="status" className="subtle empty:hidden">
        {found && foundInWords(found)}
      </p>
      {count > 0 && (
        <Button variant="line" small onClick={() => onAdd(others)}>
          {t`Add all ${count}`}
        </Button>
      )}
      {listings.length > 0 && <FoundPieces pieces={listings} known={known} onAdd={(piece) => onAdd([piece])} />}
    </form>
  );
}

interface FoundPiecesProps {
  pieces: readonly Listing[];
  /** Ids of the pieces that are already chosen. */
  known: ReadonlySet<string>;
  onAdd: (piece: Listing) => void;
}

function FoundPieces({ pieces, known, onAdd }: FoundPiecesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard has to reach it.
    <ul className="found-pieces" tabIndex={0} aria-label={t`Pieces found`}>
      {pieces.map((piece) => (
        <li key={piece.id}>
          <span className="min-w-0 grow wrap-anywhere">
            {piece.name}
            <small className="subtle block">{makersAndYear(piece)}</small>
          </span>
          <ListingStatusMark listing={piece} />
          {known.has(piece.id) ? (
            <span className="muted">{t`Chosen`}</span>
          ) : (
            <Button variant="text" small onClick={() => onAdd(piece)}>
              <AddWords name={piece.name} />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
