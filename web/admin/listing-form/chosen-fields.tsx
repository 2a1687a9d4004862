import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { pieceFields } from '#contract/collection/piece.ts';
import type { Field } from '#contract/fields/kinds.ts';
import { limits } from '#contract/limits.ts';
import { foldText } from '#contract/text.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { ListingFieldsProps } from './listing-fields.tsx';

interface Known {
  id: string;
  name: string;
}

/** The fields for series and artist. They suggest the names of records; a text that is such a name chooses the record. */
export function ChosenFields({ form: { draft, errors, change } }: ListingFieldsProps) {
  const [series, addSeries] = useKnown(requestSeries);
  const [artists, addArtist] = useKnown(requestArtists);
  return (
    <>
      <ChosenField
        field="series"
        value={draft.series}
        chosen={draft.seriesId}
        known={series}
        error={errors.series ?? errors.seriesId}
        onText={(text, id) => change({ series: text, seriesId: id })}
        onNew={async (name) => {
          const answer = await call('addSeries', { body: { name } });
          if (!answer.success) return answer.message;
          addSeries(answer.series);
          change({ series: name, seriesId: answer.series.id });
          return null;
        }}
      />
      <ChosenField
        field="artist"
        value={draft.artist}
        chosen={draft.artistId}
        known={artists}
        error={errors.artist ?? errors.artistId}
        onText={(text, id) => change({ artist: text, artistId: id })}
        onNew={async (name) => {
          const answer = await call('addArtist', { body: { name } });
          if (!answer.success) return answer.message;
          addArtist(answer.artist);
          change({ artist: name, artistId: answer.artist.id });
          return null;
        }}
      />
    </>
  );
}

const words = {
  artist: {
    chosen: t`Chosen: the artist with a record of its own.`,
    add: (name: string) => t`New artist “${name}”`,
  },
  series: {
    chosen: t`Chosen: the series with a record of its own.`,
    add: (name: string) => t`New series “${name}”`,
  },
};

interface ChosenFieldProps {
  field: 'artist' | 'series';
  value: string;
  /** The id of the chosen record; empty if none is chosen. */
  chosen: string;
  known: readonly Known[];
  error: string | undefined;
  onText: (text: string, id: string) => void;
  /** Adds a record of this name and chooses it. Returns the message if that was refused, else null. */
  onNew: (name: string) => Promise<string | null>;
}

function ChosenField({ field, value, chosen, known, error, onText, onNew }: ChosenFieldProps) {
  const { label, hint }: Field = pieceFields[field];
  const listId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const name = value.trim();
  async function add() {
    if (isBusy) return;
    setBusy(true);
    const refused = await onNew(name);
    setBusy(false);
    setRefusal(refused ?? '');
    // The button is removed once its record is chosen.
    if (refused === null) place.current?.querySelector('input')?.focus();
  }
  return (
    <div className="grid content-start gap-1.5" ref={place}>
      <TextField
        label={label}
        name={field}
        list={listId}
        autoComplete="off"
        maxLength={limits.shortText}
        value={value}
        hint={hint}
        error={error}
        onChange={(event) => {
          setRefusal('');
          onText(event.target.value, idOf(event.target.value, known));
        }}
      />
      <datalist id={listId}>
        {known.map((one) => (
          <option key={one.id} value={one.name} />
        ))}
      </datalist>
      <p className="hint empty:hidden" role="status">
        {refusal || (chosen !== '' && words[field].chosen)}
      </p>
      {chosen === '' && name !== '' && (
        <Button variant="text" small busy={isBusy} className="justify-self-start text-left" onClick={() => void add()}>
          {words[field].add(name)}
        </Button>
      )}
    </div>
  );
}

const idOf = (text: string, known: readonly Known[]) =>
  known.find(({ name }) => foldText(name) === foldText(text.trim()))?.id ?? '';

function useKnown(request: () => Promise<readonly Known[]>): [known: readonly Known[], add: (one: Known) => void] {
  const [known, setKnown] = useState<readonly Known[]>([]);
  useEffect(() => {
    let isCancelled = false;
    void request().then((found) => {
      if (!isCancelled) setKnown(found);
    });
    return () => {
      isCancelled = true;
    };
  }, [request]);
  return [known, (one) => setKnown((others) => [...others, { id: one.id, name: one.name }])];
}

/** The first 200 artists by name; none if the request fails: then nothing is suggested, and a text chooses no record. */
async function requestArtists(): Promise<readonly Known[]> {
  const answer = await call('listArtistsAsAdmin', { query: { pageSize: limits.pageSize } });
  return answer.success ? answer.artists : [];
}

async function requestSeries(): Promise<readonly Known[]> {
  const answer = await call('listSeriesAsAdmin', { query: { pageSize: limits.pageSize } });
  return answer.success ? answer.series : [];
}
