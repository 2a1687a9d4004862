import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import type { Exhibition } from '#contract/artists.ts';
import { limits } from '#contract/limits.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { PanelIcon } from '../panel-icon.tsx';
import { useFocusAfter } from '../use-focus-after.ts';
import { yearTyped } from './year-typed.ts';

interface ExhibitionFieldsProps {
  exhibitions: readonly Exhibition[];
  error: string | undefined;
  onChange: (exhibitions: Exhibition[]) => void;
}

/** The fields for the exhibitions, in the order in which the artist’s page shows them. A new one is added before the others. */
export function ExhibitionFields({ exhibitions, error, onChange }: ExhibitionFieldsProps) {
  const section = useRef<HTMLElement>(null);
  const focusNext = useFocusAfter(section, exhibitions);
  const change = (at: number, changes: Partial<Exhibition>) =>
    onChange(exhibitions.map((one, position) => (position === at ? { ...one, ...changes } : one)));
  return (
    <section className="panel" aria-labelledby="artist-exhibitions" ref={section}>
      <h2 id="artist-exhibitions">{t`Exhibitions`}</h2>
      <div className="settings-text">
        {error && <FailureNote>{error}</FailureNote>}
        <Button
          variant="line"
          small
          disabled={exhibitions.length >= limits.exhibitionsPerArtist}
          data-add
          onClick={() => {
            focusNext('li input');
            onChange([{ year: null, title: '', place: '' }, ...exhibitions]);
          }}
        >
          {t`Add an exhibition`}
        </Button>
        <ul className="grid w-full gap-4">
          {exhibitions.map((exhibition, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: exhibitions have no ids, and their fields keep no state.
            <li key={position}>
              <ExhibitionRow
                exhibition={exhibition}
                number={position + 1}
                onChange={(changes) => change(position, changes)}
                onRemove={() => {
                  onChange(exhibitions.filter((_, at) => at !== position));
                  // The button that was pressed is removed with its row.
                  section.current?.querySelector<HTMLElement>('[data-add]')?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface ExhibitionRowProps {
  exhibition: Exhibition;
  /** The position among the exhibitions, from 1. */
  number: number;
  onChange: (changes: Partial<Exhibition>) => void;
  onRemove: () => void;
}

function ExhibitionRow({ exhibition, number, onChange, onRemove }: ExhibitionRowProps) {
  return (
    <fieldset className="exhibition" aria-label={t`Exhibition ${number}`}>
      <TextField
        label={t`Year`}
        inputMode="numeric"
        value={exhibition.year ?? ''}
        onChange={(event) => {
          const year = yearTyped(event.target.value);
          if (year !== undefined) onChange({ year });
        }}
      />
      <TextField
        label={t`Title`}
        maxLength={limits.shortText}
        value={exhibition.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextField
        label={t`Place`}
        maxLength={limits.shortText}
        value={exhibition.place}
        onChange={(event) => onChange({ place: event.target.value })}
      />
      <IconButton label={t`Remove exhibition ${number}`} onClick={onRemove}>
        <PanelIcon name="delete" />
      </IconButton>
    </fieldset>
  );
}
