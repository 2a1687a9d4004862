import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { PrivateLink } from '#contract/private-sales.ts';
import { call } from '../../../api.ts';
import { useShop } from '../../../shell/shop.ts';
import { showToast } from '../../../ui/toast.tsx';
import { ActionDialog } from '../../action-dialog.tsx';
import { useHasRole } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import { ListFailure } from '../../table/list-failure.tsx';
import { loadPage } from '../../table/load-table.ts';
import { Pages } from '../../table/pages.tsx';
import type { Route } from './+types/private-links-page.ts';
import { draftOf } from './link-draft.ts';
import { NewAddressDialog } from './new-address-dialog.tsx';
import { PrivateLinkDialog } from './private-link-dialog.tsx';
import { PrivateLinksTable } from './private-links-table.tsx';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPage(request, (query) => call('listPrivateLinks', { query }));
}

/** Client offers and viewing rooms, newest first (docs/behaviour/private-sales.md). */
export default function PrivateLinksPage({ loaderData: { answer, page } }: Route.ComponentProps) {
  const mayWork = useHasRole('staff');
  const [edited, setEdited] = useState<PrivateLink | null>(null);
  const [renewed, setRenewed] = useState<PrivateLink | null>(null);
  const [closed, setClosed] = useState<PrivateLink | null>(null);
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/products" title={t`Products`} />
        <h1>{t`Offers and viewing rooms`}</h1>
      </div>
      <p className="muted">{t`Choose pieces among the products to make an offer or a room.`}</p>
      {!answer.success && <ListFailure message={answer.message} />}
      {answer.success && (
        <>
          <div className="panel">
            {answer.links.length === 0 ? (
              <p className="state muted">{t`There are no offers and no rooms.`}</p>
            ) : (
              <PrivateLinksTable
                links={answer.links}
                onEdit={mayWork ? setEdited : null}
                onRenew={setRenewed}
                onClose={setClosed}
              />
            )}
          </div>
          <Pages label={t`Pages of offers and rooms`} page={page} total={answer.total} />
        </>
      )}
      {edited && <EditDialog link={edited} onClose={() => setEdited(null)} />}
      <RenewDialog link={renewed} onClose={() => setRenewed(null)} />
      <CloseDialog link={closed} onClose={() => setClosed(null)} />
    </>
  );
}

/** Changes an offer or a room. Mount it only while it is open. */
function EditDialog({ link, onClose }: { link: PrivateLink; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const { timezone } = useShop();
  return (
    <PrivateLinkDialog
      first={() => draftOf(link, timezone)}
      changed={link}
      onClose={onClose}
      onDone={() => {
        showToast({ tone: 'done', text: t`Saved` });
        void revalidate();
      }}
    />
  );
}

interface LinkDialogProps {
  /** Null while the dialog is closed. */
  link: PrivateLink | null;
  onClose: () => void;
}

/** Gives an offer or a room a new address, then shows it. */
function RenewDialog({ link, onClose }: LinkDialogProps) {
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      <ActionDialog
        row={link}
        title={() => t`Make a new link?`}
        confirmLabel={() => t`New link`}
        question={({ email }) =>
          email
            ? t`The old link opens nothing from then on. The new one is also sent to ${email}.`
            : t`The old link opens nothing from then on.`
        }
        action={async ({ id, email }) => {
          const made = await call('renewPrivateLink', { params: { id }, body: { send: email !== '' } });
          if (made.success) setUrl(made.url);
          return made;
        }}
        done={() => t`New link made`}
        failed={t`Failed to make a new link`}
        onClose={onClose}
      />
      <NewAddressDialog url={url} onClose={() => setUrl(null)} />
    </>
  );
}

function CloseDialog({ link, onClose }: LinkDialogProps) {
  return (
    <ActionDialog
      row={link}
      title={({ kind }) => (kind === 'offer' ? t`Close this offer?` : t`Close this room?`)}
      confirmLabel={() => t`Close for good`}
      question={({ kind }) =>
        kind === 'offer'
          ? t`The link only tells that it has ended, and anybody can buy the pieces again.`
          : t`The link only tells that it has ended.`
      }
      action={({ id }) => call('closePrivateLink', { params: { id } })}
      done={() => t`Closed`}
      failed={t`Failed to close it`}
      onClose={onClose}
    />
  );
}
