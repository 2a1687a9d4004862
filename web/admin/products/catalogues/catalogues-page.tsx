import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { type PaperKind, paperKinds } from '#contract/catalogue-lines.ts';
import type { CataloguePaper } from '#contract/catalogue-papers.ts';
import { call } from '../../../api.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import { ListFailure } from '../../table/list-failure.tsx';
import type { Route } from './+types/catalogues-page.ts';
import stylesheet from './catalogues.css?url';
import { ChosenPieces } from './chosen-pieces.tsx';
import { MakePaper } from './make-paper.tsx';
import { PaperChoices } from './paper-choices.tsx';
import { firstDraft, withPieces } from './paper-draft.ts';
import { PaperPreview } from './paper-preview.tsx';
import { PapersMade } from './papers-made.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin();
  const ids = new URL(request.url).searchParams.get('pieces') ?? '';
  const papers = redirectIfDenied(await call('listCataloguePapers'));
  const chosen = ids === '' ? null : await call('listCataloguePieces', { query: { ids } });
  return {
    papers,
    pieces: chosen?.success ? chosen.listings : [],
    failure: chosen?.success === false && chosen.message,
  };
}

/** The page where catalogues, price lists and wall labels are made (docs/behaviour/catalogue-papers.md). */
export default function CataloguesPage({ loaderData: { papers, pieces, failure } }: Route.ComponentProps) {
  const mayMake = useHasRole('staff');
  // The last list of papers is kept, so that the draft is not lost when the list cannot be loaded again.
  const [shown, setShown] = useState(papers.success ? papers : null);
  if (papers.success && papers !== shown) setShown(papers);
  return (
    <>
      {!papers.success && <ListFailure message={papers.message} />}
      {failure && <ListFailure message={failure} />}
      {shown &&
        (mayMake ? (
          <Workbench first={pieces} made={shown.papers} shop={shown} />
        ) : (
          <>
            <Head />
            <PapersMade papers={shown.papers} />
          </>
        ))}
    </>
  );
}

function Head() {
  return (
    <div className="bar">
      <Crumbs to="/admin/products" title={t`Products`} />
      <h1>{t`Catalogues`}</h1>
    </div>
  );
}

interface WorkbenchProps {
  first: readonly Listing[];
  made: readonly CataloguePaper[];
  shop: { hasGst: boolean; place: string };
}

function Workbench({ first, made, shop }: WorkbenchProps) {
  const [draft, setDraft] = useState(() => firstDraft(first));
  // The pieces of the address may be loaded only at a second attempt.
  const [hasFirst, setHasFirst] = useState(first.length > 0);
  if (!hasFirst && first.length > 0) {
    setHasFirst(true);
    setDraft(withPieces(draft, first));
  }
  const change = (changes: Partial<typeof draft>) => setDraft((current) => ({ ...current, ...changes }));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Head />
        <KindChoice kind={draft.kind} onChange={(kind) => change({ kind })} />
      </div>
      <div className="catalogue-columns">
        <div className="grid content-start gap-5 min-w-0">
          <ChosenPieces draft={draft} onChange={setDraft} />
          <PaperChoices draft={draft} onChange={change} />
        </div>
        <section className="panel catalogue-preview" aria-labelledby="paper-preview">
          <PaperPreview key={draft.kind} draft={draft} hasGst={shop.hasGst} place={shop.place} />
          <MakePaper draft={draft} />
        </section>
        <PapersMade papers={made} />
      </div>
    </>
  );
}

const kindLabels: Readonly<Record<PaperKind, string>> = {
  catalogue: t`Catalogue`,
  list: t`Price list`,
  labels: t`Wall labels`,
};

function KindChoice({ kind, onChange }: { kind: PaperKind; onChange: (kind: PaperKind) => void }) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{t`What to make`}</legend>
      {paperKinds.map((one) => (
        <button key={one} type="button" aria-pressed={one === kind} onClick={() => onChange(one)}>
          {kindLabels[one]}
        </button>
      ))}
    </fieldset>
  );
}
