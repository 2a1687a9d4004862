import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { AdminArtist } from '#contract/artists.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { redirectIfDenied, requireAdmin, useHasRole } from '../admin-access.ts';
import { Crumbs } from '../crumbs.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SavedMeanwhile } from '../settings/saved-meanwhile.tsx';
import { useSectionForm } from '../settings/use-section-form.ts';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/artist-page.ts';
import { BiographyFields, WhoFields } from './artist-fields.tsx';
import { type ArtistDraft, artistDraftOf, artistFields, artistTitles, countInWords } from './artist-words.ts';
import { ExhibitionFields } from './exhibition-fields.tsx';
import { NoPageYet } from './no-page-yet.tsx';
import { PortraitField } from './portrait-field.tsx';
import { RecordValues } from './record-values.tsx';

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const isNew = params.id === 'new';
  await requireAdmin(isNew ? 'staff' : 'viewer');
  return { answer: isNew ? null : redirectIfDenied(await call('getArtistAsAdmin', { params: { id: params.id } })) };
}

export function meta({ matches }: Route.MetaArgs) {
  const title = [t`Artist`, t`Admin`, matches[0].loaderData?.shop.name].filter(Boolean).join(' | ');
  return [{ title }, { name: 'robots', content: 'noindex' }];
}

/** An artist, or the form for a new one (docs/behaviour/artists.md, 16). */
export default function ArtistPage({ loaderData: { answer } }: Route.ComponentProps) {
  const mayEdit = useHasRole('staff');
  const artist = answer?.success ? answer.artist : null;
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/artists" title={t`Artists`} />
        <h1 className="mr-0! wrap-anywhere">{artist?.name ?? (answer ? t`Artist` : t`New artist`)}</h1>
        {artist && <ArtistHead artist={artist} />}
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

function ArtistHead({ artist: { slug, published, pieces } }: { artist: AdminArtist }) {
  return (
    <>
      {published ? <Badge tone="gold">{t`Shown`}</Badge> : <Badge>{t`Not shown`}</Badge>}
      <span className="subtle numeric">{countInWords(pieces)}</span>
      {published && (
        <Link className="button button-line ml-auto" to={`/artists/${slug}`}>
          {t`See in the shop`}
        </Link>
      )}
    </>
  );
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
  const navigate = useNavigate();
  const [linkListings, setLinkListings] = useState(true);
  const [isUploading, setUploading] = useState(false);
  const { draft, changed, disputed, isBusy, failure, form, change, changeWith, discard, takeTheirs } = useSectionForm({
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
              <Checkbox
                label={t`Show a page in the shop`}
                name="published"
                checked={draft.published}
                onChange={(event) => change({ published: event.target.checked })}
              />
              {!artist && (
                <Checkbox
                  label={t`Choose this artist for the pieces that have this name already`}
                  checked={linkListings}
                  onChange={(event) => setLinkListings(event.target.checked)}
                />
              )}
            </div>
          </section>
          <PortraitField
            portrait={draft.portrait}
            error={errors.portrait}
            onUploading={setUploading}
            onChange={(of) => changeWith(({ portrait }) => ({ portrait: of(portrait) }))}
          />
        </div>
      </div>
      {disputed.length > 0 && <SavedMeanwhile news={titles(disputed)} onTake={takeTheirs} />}
      <SaveBar changed={titles(changed)} failure={failure} busy={isBusy || isUploading} onDiscard={discard} />
    </form>
  );
}
