import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { ProvenanceEntry } from '#contract/provenance.ts';
import { compareEntries, entryText, partialDateInWords } from '#contract/provenance-lines.ts';
import { call } from '../../../api.ts';
import { language } from '../../../language/language.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useHasRole } from '../../admin-access.ts';
import type { ProvenanceStep } from './provenance-dialog.tsx';

interface ProvenanceOfListingProps {
  listing: Listing;
  /** Whether the dialog that changes the provenance is open. The entries are read again when it closes. */
  isAsked: boolean;
  onStep: (step: ProvenanceStep) => void;
}

/** Lists the entries of a piece that were neither corrected nor struck out, the earliest first, each with buttons for staff. */
export function ProvenanceOfListing({ listing, isAsked, onStep }: ProvenanceOfListingProps) {
  const { entries, failure } = useEntries(listing.id, isAsked);
  const mayChange = useHasRole('staff');
  const section = useRef<HTMLElement>(null);
  const before = useRef(entries);
  useEffect(() => {
    // The button that had the focus may have been removed with its entry.
    if (before.current && entries && before.current !== entries && document.activeElement === document.body)
      section.current?.focus();
    before.current = entries;
  }, [entries]);
  if (failure) return <FailureNote>{failure}</FailureNote>;
  if (!entries) return null;
  const standing = entries
    .filter(({ isStrike, correctedBy }) => !isStrike && correctedBy === null)
    .toSorted(compareEntries);
  const earlier = entries.length - standing.length;
  return (
    <section ref={section} tabIndex={-1} className="grid gap-2 outline-none" aria-labelledby="provenance">
      <h3 id="provenance" className="heading-block">
        {t`Provenance`}
      </h3>
      {standing.length === 0 && (
        <p className="muted">{t`Nothing is entered. With the first entry the page of the piece has a provenance.`}</p>
      )}
      <ul className="grid">
        {standing.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-4 border-t border-line py-2">
            <EntryText entry={entry} />
            {mayChange && (
              <EntryButtons
                text={entryText(entry)}
                onCorrect={() => onStep({ kind: 'correct', listing, entry })}
                onStrike={() => onStep({ kind: 'strike', listing, entry })}
              />
            )}
          </li>
        ))}
      </ul>
      {earlier > 0 && (
        <p className="subtle">
          {plural(earlier, {
            one: 'One earlier entry was corrected or struck out; all of them are kept.',
            other: '# earlier entries were corrected or struck out; all of them are kept.',
          })}
        </p>
      )}
      {mayChange && (
        <div>
          <Button variant="line" onClick={() => onStep({ kind: 'add', listing })}>
            {t`Add to the provenance`}
          </Button>
        </div>
      )}
    </section>
  );
}

interface EntryButtonsProps {
  text: string;
  onCorrect: () => void;
  onStrike: () => void;
}

function EntryButtons({ text, onCorrect, onStrike }: EntryButtonsProps) {
  return (
    <>
      <Button variant="text" onClick={onCorrect}>
        <Trans>
          Correct<span className="visually-hidden"> “{text}”</span>
        </Trans>
      </Button>
      <Button variant="text" onClick={onStrike}>
        <Trans>
          Strike out<span className="visually-hidden"> “{text}”</span>
        </Trans>
      </Button>
    </>
  );
}

function EntryText({ entry }: { entry: ProvenanceEntry }) {
  const { date, place, isPublic } = entry;
  return (
    <p className="min-w-0 flex-1 wrap-anywhere">
      {date !== '' && <span className="numeric muted">{partialDateInWords(date, language)} </span>}
      {entryText(entry)}
      <small className="muted block">{[place, isPublic ? '' : t`private`].filter(Boolean).join(', ')}</small>
    </p>
  );
}

/** All entries in the order they were written, also those corrected or struck out; undefined until loaded. Not read while `isAsked`. */
function useEntries(id: string, isAsked: boolean) {
  const [entries, setEntries] = useState<ProvenanceEntry[]>();
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (isAsked) return;
    const closing = new AbortController();
    void call('listProvenance', { params: { id }, quiet: true, signal: closing.signal }).then((answer) => {
      if (closing.signal.aborted) return;
      if (answer.success) setEntries(answer.entries);
      setFailure(answer.success ? null : notLoaded(answer.message));
    });
    return () => closing.abort();
  }, [id, isAsked]);
  return { entries, failure };
}

const notLoaded = (message: string) => t`The provenance could not be loaded. ${message}`;
