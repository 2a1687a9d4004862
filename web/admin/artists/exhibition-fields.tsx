import { useEffect, useRef } from 'react';
import type { Exhibition } from '#contract/artists.ts';
import { limits } from '#contract/limits.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { yearTyped } from './year-typed.ts';

interface ExhibitionFieldsProps {
  exhibitions: readonly Exhibition[];
  error: string | undefined;
  onChange: (exhibitions: Exhibition[]) => void;
}

/** The exhibitions in the order of the page. A new one is the first. */
export function ExhibitionFields({ exhibitions, error, onChange }: ExhibitionFieldsProps) {
  const section = useRef<HTMLElement>(null);
  const wasAdded = useRef(false);
  useEffect(() => {
    if (wasAdded.current) section.current?.querySelector<HTMLElement>('li input')?.focus();
    wasAdded.current = false;
  });
  const change = (at: number, changes: Partial<Exhibition>) =>
    onChange(exhibitions.map((one, position) => (position === at ? { ...one, ...changes } : one)));
  return (
    <section className="panel" aria-labelledby="artist-exhibitions" ref={section}>
      <h2 id="artist-exhibitions">Exhibitions</h2>
      <div className="settings-text">
        {error && <FailureNote>{error}</FailureNote>}
        <Button
          variant="line"
          small
          disabled={exhibitions.length >= limits.exhibitionsPerArtist}
          data-add
          onClick={() => {
            wasAdded.current = true;
            onChange([{ year: null, title: '', place: '' }, ...exhibitions]);
          }}
        >
          Add an exhibition
        </Button>
        <ul className="grid w-full gap-4">
          {exhibitions.map((exhibition, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: exhibitions have no ids, and their fields keep no state.
            <li key={position}>
              <fieldset className="exhibition" aria-label={`Exhibition ${position + 1}`}>
                <TextField
                  label="Year"
                  inputMode="numeric"
                  value={exhibition.year ?? ''}
                  onChange={(event) => {
                    const year = yearTyped(event.target.value);
                    if (year !== undefined) change(position, { year });
                  }}
                />
                <TextField
                  label="Title"
                  maxLength={limits.shortText}
                  value={exhibition.title}
                  onChange={(event) => change(position, { title: event.target.value })}
                />
                <TextField
                  label="Place"
                  maxLength={limits.shortText}
                  value={exhibition.place}
                  onChange={(event) => change(position, { place: event.target.value })}
                />
                <IconButton
                  label={`Remove exhibition ${position + 1}`}
                  onClick={() => {
                    onChange(exhibitions.filter((_, at) => at !== position));
                    // The button that was pressed is removed with its row.
                    section.current?.querySelector<HTMLElement>('[data-add]')?.focus();
                  }}
                >
                  <Icon name="delete" />
                </IconButton>
              </fieldset>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
