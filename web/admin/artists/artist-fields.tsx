import { t } from '@lingui/core/macro';
import { limits } from '#contract/limits.ts';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { Optional } from '../settings/settings-group.tsx';
import { type ArtistDraft, artistTitles } from './artist-words.ts';
import { yearTyped } from './year-typed.ts';

interface FieldsProps {
  draft: ArtistDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<ArtistDraft>) => void;
}

/** The fields for name, kind, summary, years and places. `address` is the path of the artist’s page; null for a new artist. */
export function WhoFields({ draft, errors, address, onChange }: FieldsProps & { address: string | null }) {
  return (
    <section className="panel" aria-labelledby="artist-who">
      <h2 id="artist-who">{t`Who`}</h2>
      <div className="settings-text">
        <TextField
          label={t`Name *`}
          name="name"
          maxLength={limits.name}
          required
          value={draft.name}
          error={errors.name}
          hint={
            address
              ? t`As it is on the label, with its marks. A new name is written on all pieces; the page stays at ${address}.`
              : t`As it is on the label, with its marks.`
          }
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Select
          label={artistTitles.kind}
          name="kind"
          value={draft.kind}
          onChange={(event) => onChange({ kind: event.target.value === 'workshop' ? 'workshop' : 'person' })}
        >
          <option value="person">{t`Person`}</option>
          <option value="workshop">{t`Workshop`}</option>
        </Select>
        <TextField
          label={<Optional>{artistTitles.summary}</Optional>}
          name="summary"
          maxLength={limits.shortText}
          value={draft.summary}
          error={errors.summary}
          hint={t`Below the name in the list of artists.`}
          onChange={(event) => onChange({ summary: event.target.value })}
        />
        <YearsAndPlaces draft={draft} errors={errors} onChange={onChange} />
      </div>
    </section>
  );
}

function YearsAndPlaces({ draft, errors, onChange }: FieldsProps) {
  const placeField = (field: 'birthPlace' | 'livesIn') => (
    <TextField
      label={<Optional>{field === 'birthPlace' ? t`In` : artistTitles[field]}</Optional>}
      name={field}
      maxLength={limits.shortText}
      value={draft[field]}
      error={errors[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  );
  const yearField = (field: 'birthYear' | 'deathYear', label: string) => (
    <TextField
      label={<Optional>{label}</Optional>}
      name={field}
      inputMode="numeric"
      autoComplete="off"
      value={draft[field] ?? ''}
      error={errors[field]}
      onChange={(event) => {
        const typed = yearTyped(event.target.value);
        if (typed !== undefined) onChange({ [field]: typed });
      }}
    />
  );
  return (
    <div className="pair w-full">
      {yearField('birthYear', draft.kind === 'workshop' ? t`Since` : t`Born`)}
      {placeField('birthPlace')}
      {draft.kind === 'person' && yearField('deathYear', t`Died`)}
      {placeField('livesIn')}
    </div>
  );
}

/** The fields for the biography and for a quote with its source. */
export function BiographyFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <section className="panel" aria-labelledby="artist-biography">
      <h2 id="artist-biography">{t`Biography`}</h2>
      <div className="settings-text">
        <TextArea
          label={<Optional>{artistTitles.biography}</Optional>}
          name="biography"
          rows={9}
          maxLength={limits.longText}
          value={draft.biography}
          error={errors.biography}
          hint={t`Where and from whom learned, how the work goes. An empty line begins a paragraph; *one* and **two** stars emphasise.`}
          onChange={(event) => onChange({ biography: event.target.value })}
        />
        <TextArea
          label={<Optional>{artistTitles.quote}</Optional>}
          name="quote"
          rows={3}
          maxLength={limits.shortProse}
          value={draft.quote}
          error={errors.quote}
          hint={t`The artist’s own words, with the quotation marks.`}
          onChange={(event) => onChange({ quote: event.target.value })}
        />
        <TextField
          label={<Optional>{artistTitles.quoteSource}</Optional>}
          name="quoteSource"
          maxLength={limits.shortText}
          value={draft.quoteSource}
          error={errors.quoteSource}
          onChange={(event) => onChange({ quoteSource: event.target.value })}
        />
      </div>
    </section>
  );
}
