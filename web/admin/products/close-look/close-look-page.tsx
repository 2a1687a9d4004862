import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { EditedCloseLook } from '#contract/close-look.ts';
import { call } from '../../../api.ts';
import { surfacePath } from '../../../close-look/look-paths.ts';
import { UnsavedChanges } from '../../../shell/unsaved-changes.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import { panelMeta } from '../../panel-meta.ts';
import { addressOf } from '../../sections.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import type { Route } from './+types/close-look-page.ts';
import stylesheet from './close-look.css?url';
import { CloseLookForm } from './close-look-form.tsx';
import { CloseLookValues } from './close-look-values.tsx';
import { LightsPanel } from './lights-panel.tsx';
import { ScanPanel } from './scan-panel.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await requireAdmin();
  return { answer: redirectIfDenied(await call('getCloseLook', { params: { id: params.id } })) };
}

export function meta({ matches }: Route.MetaArgs) {
  return panelMeta(t`Look closer`, matches[0].loaderData?.shop.name);
}

/** The page about what the viewer shows of a piece beside its pictures (docs/behaviour/close-look.md, 20 to 26). */
export default function CloseLookPage({ params: { id }, loaderData: { answer } }: Route.ComponentProps) {
  /** What this page has saved since it was opened. */
  const [saved, setSaved] = useState<EditedCloseLook | null>(null);
  const opened = answer.success ? answer.closeLook : null;
  const closeLook = saved?.listing.id === id ? saved : opened;
  const piece = closeLook?.listing.name ?? '';
  const [isFormDirty, setFormDirty] = useState(false);
  const [isLightDirty, setLightDirty] = useState(false);
  return (
    <>
      <div className="bar">
        <Crumbs to={`${addressOf('products')}${piece && `?q=${encodeURIComponent(piece)}`}`} title={t`Products`} />
        <h1 className="mr-auto wrap-anywhere">{piece ? t`Look closer at ${piece}` : t`Look closer`}</h1>
        {closeLook?.listing.isPublic && closeLook.look && (
          <Link className={buttonClass('line')} to={surfacePath(id)}>
            {t`See in the shop`}
          </Link>
        )}
      </div>
      {answer.success ? (
        <div className="close-look" key={id}>
          <BoxAndDetails closeLook={answer.closeLook} onSaved={setSaved} onDirty={setFormDirty} />
          <ScanPanel listingId={id} picture={closeLook?.lookedAt ?? null} />
          <LightsPanel listingId={id} picture={closeLook?.lookedAt ?? null} onDirty={setLightDirty} />
          {/* One for the whole page, because only one at a time can ask whether to leave. */}
          <UnsavedChanges dirty={isFormDirty || isLightDirty} leaving={false} onStay={() => {}} onDiscard={() => {}} />
        </div>
      ) : (
        <ListFailure message={answer.message} />
      )}
    </>
  );
}

interface BoxAndDetailsProps {
  closeLook: EditedCloseLook;
  onSaved: (closeLook: EditedCloseLook) => void;
  onDirty: (isDirty: boolean) => void;
}

function BoxAndDetails({ closeLook, onSaved, onDirty }: BoxAndDetailsProps) {
  const mayChange = useHasRole('staff');
  if (!mayChange) return <CloseLookValues closeLook={closeLook} />;
  if (closeLook.pictures.length > 0) return <CloseLookForm opened={closeLook} onSaved={onSaved} onDirty={onDirty} />;
  const { name } = closeLook.listing;
  return (
    <p className="muted">
      <Trans>
        This piece has no picture that the shop stores.{' '}
        <Link to={`${addressOf('products')}?q=${encodeURIComponent(name)}`}>Upload one in the form of the product</Link>{' '}
        to say where the piece lies in it.
      </Trans>
    </p>
  );
}
