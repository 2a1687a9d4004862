import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminSeries } from '#contract/artists.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../api.ts';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { redirectIfDenied, requireAdmin, useHasRole } from '../admin-access.ts';
import { Crumbs } from '../crumbs.tsx';
import { panelMeta } from '../panel-meta.ts';
import { SaveBar } from '../settings/save-bar.tsx';
import { SavedMeanwhile } from '../settings/saved-meanwhile.tsx';
import { Optional } from '../settings/settings-group.tsx';
import { useSectionForm } from '../settings/use-section-form.ts';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/series-page.ts';
import { type SeriesDraft, seriesDraftOf, seriesFields, seriesTitles } from './artist-words.ts';
import { PageChoice } from './page-choice.tsx';
import { RecordHead } from './record-head.tsx';
import { RecordValues } from './record-values.tsx';

type Choice = { id: string; name: string };

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const isNew = params.id === 'new';
  await requireAdmin(isNew ? 'staff' : 'viewer');
  const [answer, artists] = await Promise.all([
    isNew ? null : call('getSeriesAsAdmin', { params: { id: params.id } }),
    call('listArtistsAsAdmin', { query: { pageSize: limits.pageSize } }),
  ]);
  return {
    answer: answer && redirectIfDenied(answer),
    artists: artists.success ? artists.artists.map(({ id, name }): Choice => ({ id, name })) : [],
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return panelMeta(t`Series`, matches[0].loaderData?.shop.name);
}

/** The panel’s page of a series, or the form for a new one (docs/behaviour/artists.md, 16). */
export default function SeriesPage({ loaderData: { answer, artists } }: Route.ComponentProps) {
  const mayEdit = useHasRole('staff');
  const series = answer?.success ? answer.series : null;
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/artists/series" title={t`Series`} />
        <h1 className="mr-0! wrap-anywhere">{series?.name ?? (answer ? t`Series` : t`New series`)}</h1>
        {series && <RecordHead record={series} address={`/series/${series.slug}`} />}
      </div>
      {answer && !answer.success ? (
        <ListFailure message={answer.message} />
      ) : mayEdit ? (
        <SeriesForm key={series?.id ?? 'new'} series={series} artists={artists} />
      ) : (
        series && <RecordValues draft={valuesOf(series)} titles={seriesTitles} />
      )}
    </>
  );
}

const valuesOf = (series: AdminSeries): SeriesDraft => ({
  ...seriesDraftOf(series),
  artistId: series.artist?.name ?? null,
});

function SeriesForm({ series, artists }: { series: AdminSeries | null; artists: readonly Choice[] }) {
  const { draft, changed, disputed, isBusy, failure, form, change, discard, takeTheirs, linking } =
    useSeriesForm(series);
  const titles = (names: readonly (keyof SeriesDraft)[]) => names.map((name) => seriesTitles[name]);
  return (
    <form className="stack" {...form}>
      <section className="panel" aria-label={t`Series`}>
        <div className="settings-text">
          <SeriesFields draft={draft} artists={artists} errors={failure?.fields ?? {}} onChange={change} />
          <PageChoice published={draft.published} onChange={change} linking={linking} />
        </div>
      </section>
      {disputed.length > 0 && <SavedMeanwhile news={titles(disputed)} onTake={takeTheirs} />}
      <SaveBar changed={titles(changed)} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}

/** The state of the form of a series. After it has added a new series, it opens the page of the series. */
function useSeriesForm(series: AdminSeries | null) {
  const navigate = useNavigate();
  const [linkListings, setLinkListings] = useState(true);
  const form = useSectionForm({
    saved: seriesDraftOf(series),
    fields: seriesFields,
    words: { saved: t`Series saved`, failed: t`Failed to save the series` },
    save: async ({ expected, ...changes }) => {
      if (series) return call('updateSeries', { params: { id: series.id }, body: { ...changes, expected } });
      const answer = await call('addSeries', { body: { name: '', ...changes, linkListings } });
      if (answer.success) await navigate(`/admin/artists/series/${answer.series.id}`, { replace: true });
      return answer;
    },
  });
  const label = t`Choose this series for the pieces that have this name already`;
  return { ...form, linking: series ? null : { label, checked: linkListings, onChange: setLinkListings } };
}

interface SeriesFieldsProps {
  draft: SeriesDraft;
  artists: readonly Choice[];
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<SeriesDraft>) => void;
}

function SeriesFields({ draft, artists, errors, onChange }: SeriesFieldsProps) {
  return (
    <>
      <TextField
        label={t`Name *`}
        name="name"
        maxLength={limits.name}
        required
        value={draft.name}
        error={errors.name}
        hint={t`A new name is written on all its pieces.`}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Select
        label={seriesTitles.artistId}
        name="artistId"
        value={draft.artistId ?? ''}
        error={errors.artistId}
        onChange={(event) => onChange({ artistId: event.target.value || null })}
      >
        <option value="">{t`Several artists`}</option>
        {artists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TextArea
        label={<Optional>{seriesTitles.text}</Optional>}
        name="text"
        rows={6}
        maxLength={limits.longText}
        value={draft.text}
        error={errors.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
    </>
  );
}
