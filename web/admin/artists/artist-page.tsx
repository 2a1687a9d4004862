import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { AdminArtist } from '#contract/artists.ts';
import { call } from '../../api.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../admin-access.ts';
import { Crumbs } from '../crumbs.tsx';
import { panelMeta } from '../panel-meta.ts';
import { SaveBar } from '../settings/save-bar.tsx';
import { SavedMeanwhile } from '../settings/saved-meanwhile.tsx';
import { useSectionForm } from '../settings/use-section-form.ts';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/artist-page.ts';
import { BiographyFields, WhoFields } from './artist-fields.tsx';
import { type ArtistDraft, artistDraftOf, artistFields, artistTitles } from './artist-words.ts';
import { ExhibitionFields } from './exhibition-fields.tsx';
import { NoPageYet } from './no-page-yet.tsx';
import { PageChoice } from './page-choice.tsx';
import { PortraitField } from './portrait-field.tsx';
import { RecordHead } from './record-head.tsx';
import { RecordValues } from './record-values.tsx';

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const isNew = params.id === 'new';
  await requireAdmin(isNew ? 'staff' : 'viewer');
  return { answer: isNew ? null : redirectIfDenied(await call('getArtistAsAdmin', { params: { id: params.id } })) };
}

export function meta({ matches }: Route.MetaArgs) {
  return panelMeta(t`Artist`, matches[0].loaderData?.shop.name);
}

/** The panel’s page of an artist, or the form for a new one (docs/behaviour/artists.md, 16). */
export default function ArtistPage({ loaderData: { answer } }: Route.ComponentProps) {
  const mayEdit = useHasRole('staff');
  const artist = answer?.success ? answer.artist : null;
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/artists" title={t`Artists`} />
        <h1 className="mr-0! wrap-anywhere">{artist?.name ?? (answer ? t`Artist` : t`New artist`)}</h1>
        {artist && <RecordHead record={artist} address={`/artists/${artist.slug}`} />}
      </div>
      {artist && mayEdit && !artist.published && <NoPageYet artist={artist} />}
      {answer && !answer.success ? (
        <Missing message={answer.message} isUnknown={answer.status === 404} />
      ) : mayEdit ? (
        <ArtistForm key={artist?.id ?? 'new'} artist={artist} />
      ) : (
        artist && <RecordValues draft={valuesOf(artist)} titles={artistTitles} />
      )}
    </>
  );
}

function valuesOf(artist: AdminArtist) {
  const draft = artistDraftOf(artist);
  return { ...draft, kind: draft.kind === 'workshop' ? t`workshop` : t`person` };
}

function Missing({ message, isUnknown }: { message: string; isUnknown: boolean }) {
  if (!isUnknown) return <ListFailure message={message} />;
  return (
    <div className="state">
      <p className="muted">{t`This artist is not here any more.`}</p>
      <Link className="button button-line" to="/admin/artists">
        {t`All artists`}
      </Link>
    </div>
  );
}

function ArtistForm({ artist }: { artist: AdminArtist | null }) {
  const { draft, changed, disputed, isBusy, failure, form, change, changeWith, discard, takeTheirs, linking } =
    useArtistForm(artist);
  const [isUploading, setUploading] = useState(false);
  const errors = failure?.fields ?? {};
  const titles = (names: readonly (keyof ArtistDraft)[]) => names.map((name) => artistTitles[name]);
  return (
    <form className="stack" {...form}>
      <div className="order-columns">
        <div className="stack">
          <WhoFields draft={draft} errors={errors} address={artist && `/artists/${artist.slug}`} onChange={change} />
          <BiographyFields draft={draft} errors={errors} onChange={change} />
          <ExhibitionFields
            exhibitions={draft.exhibitions}
            error={errors.exhibitions}
            onChange={(exhibitions) => change({ exhibitions })}
          />
        </div>
        <div className="stack">
          <section className="panel" aria-labelledby="artist-shop">
            <h2 id="artist-shop">{t`In the shop`}</h2>
            <div className="settings-text">
              <PageChoice published={draft.published} onChange={change} linking={linking} />
            </div>
          </section>
          <PortraitField
            portrait={draft.portrait}
            error={errors.portrait}
            onUploading={setUploading}
            onChange={(update) => changeWith(({ portrait }) => ({ portrait: update(portrait) }))}
          />
        </div>
      </div>
      {disputed.length > 0 && <SavedMeanwhile news={titles(disputed)} onTake={takeTheirs} />}
      <SaveBar changed={titles(changed)} failure={failure} busy={isBusy} disabled={isUploading} onDiscard={discard} />
    </form>
  );
}

/** The state of the form of an artist. After it has added a new artist, it opens the artist’s page. */
function useArtistForm(artist: AdminArtist | null) {
  const navigate = useNavigate();
  const [linkListings, setLinkListings] = useState(true);
  const form = useSectionForm({
    saved: artistDraftOf(artist),
    fields: artistFields,
    words: { saved: t`Artist saved`, failed: t`Failed to save the artist` },
    save: async ({ expected, ...changes }) => {
      if (artist) return call('updateArtist', { params: { id: artist.id }, body: { ...changes, expected } });
      const answer = await call('addArtist', { body: { name: '', ...changes, linkListings } });
      if (answer.success) await navigate(`/admin/artists/${answer.artist.id}`, { replace: true });
      return answer;
    },
  });
  const label = t`Choose this artist for the pieces that have this name already`;
  return { ...form, linking: artist ? null : { label, checked: linkListings, onChange: setLinkListings } };
}
