import { Trans } from '@lingui/react/macro';
import { Link, useRouteLoaderData } from 'react-router';
import { tabAddress } from '../account/account-tabs.tsx';
import { Note } from '../ui/note.tsx';
import { useHasRole } from './admin-access.ts';
import type { clientLoader } from './admin-page.tsx';

/** Shown where email to admins matters: says to owners that nobody receives any, and asks for an email address. */
export function EmailNote() {
  const panel = useRouteLoaderData<typeof clientLoader>('admin/admin-page');
  const isOwner = useHasRole('owner');
  if (!isOwner || panel?.letterRecipients !== 0) return null;
  return (
    <Note tone="info">
      <Trans>
        Nobody is written to about new orders, cancellations and enquiries: no owner has an email address of their own
        yet. <Link to={tabAddress('profile')}>Set your email address in your profile</Link>
      </Trans>
    </Note>
  );
}
