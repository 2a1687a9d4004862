import { plural, t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { AdminListing, Listing } from '#contract/catalog.ts';
import { call } from '../../../api.ts';
import { makersAndYear } from '../../../catalog/listing-summary.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { AddWords } from '../add-words.tsx';
import { statusWords } from '../listing-status-mark.tsx';

const shownAtOnce = 8;

interface AddPieceProps {
  /** Ids of the pieces that are chosen already. */
  chosen: readonly string[];
  onAdd: (listing: Listing) => void;
}

/** Finds a piece by its name or its artist, and adds it. Those that a link does not show cannot be added. */
export function AddPiece({ chosen, onAdd }: AddPieceProps) {
  const [q, setQ] = useState('');
  const [found, setFound] = useState<{ listings: readonly AdminListing[]; total: number } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('listListingsAsAdmin', { query: { q, page: 1, pageSize: shownAtOnce }, quiet: true });
    if (!answer.success) return answer;
    setFound({ listings: answer.listings, total: answer.total });
    return undefined;
  });
  const add = (listing: Listing) => {
    onAdd(listing);
    setQ('');
    setFound(null);
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
            // Enter would save the form around it.
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
        {found && wordsOf(found)}
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
            {chosen.includes(listing.id) ? (
              <span className="muted">{t`Chosen`}</span>
            ) : notShown(listing) ? (
              <span className="muted">{statusWords(listing)}</span>
            ) : (
              <Button variant="text" onClick={() => add(listing)}>
                <AddWords name={listing.name} />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const notShown = ({ status, visibility }: AdminListing) =>
  status === 'discontinued' || visibility === 'draft' || visibility === 'scheduled';

function wordsOf({ listings, total }: { listings: readonly Listing[]; total: number }): string {
  const shown = listings.length;
  if (total === 0) return t`No piece is called that.`;
  if (total > shown) return t`The first ${shown} of ${total} pieces. Add a word to find others.`;
  return plural(total, { one: 'One piece found.', other: '# pieces found.' });
}
