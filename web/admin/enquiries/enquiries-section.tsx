import { plural, t } from '@lingui/core/macro';
import { useCallback, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import type { Enquiry } from '#contract/enquiries.ts';
import { call } from '../../api.ts';
import { inDigits } from '../../language/numbers.ts';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { EmailNote } from '../email-note.tsx';
import { FailedItem } from '../failed-item.tsx';
import { NewPrivateLink } from '../products/private/new-private-link.tsx';
import { ListFailure } from '../table/list-failure.tsx';
import { loadTable } from '../table/load-table.ts';
import { Pages } from '../table/pages.tsx';
import { SearchField } from '../table/search-field.tsx';
import { readTableAddress } from '../table/table-address.ts';
import { useAddressChange } from '../table/use-address-change.ts';
import type { Route } from './+types/enquiries-section.ts';
import { EnquiryItem } from './enquiry-item.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  let unread = 0;
  const content = await loadTable<Enquiry, never>(request, [], async (query, _search, signal) => {
    const answer = await call('listEnquiries', { query, ...(signal && { signal }) });
    if (!answer.success) return answer;
    unread = answer.unread;
    return { success: true, rows: answer.enquiries, total: answer.total };
  });
  return { ...content, unread };
}

/** Messages of the contact form, newest first. */
export default function EnquiriesSection({ loaderData: { rows, total, page, failure, unread } }: Route.ComponentProps) {
  const { q } = readTableAddress(useSearchParams()[0], []);
  const change = useAddressChange();
  const onSearch = useCallback((text: string) => change({ q: text }), [change]);
  const [deleted, setDeleted] = useState<Enquiry | null>(null);
  const [offered, setOffered] = useState<Enquiry | null>(null);
  const isWaiting = useNavigation().state === 'loading';
  return (
    <>
      <div className="bar">
        <h1>{t`Enquiries`}</h1>
        <SearchField label={t`Search enquiries`} value={q} onSearch={onSearch} />
      </div>
      <EmailNote />
      {failure !== null && <ListFailure message={failure} />}
      {failure === null && (
        <>
          <div className={isWaiting ? 'panel opacity-50 transition-opacity delay-300' : 'panel'} aria-busy={isWaiting}>
            {rows.length === 0 ? (
              <p className="state muted">
                {q ? t`No enquiries match what you look for.` : t`What people write in the contact form will be here.`}
              </p>
            ) : (
              <EnquiryList enquiries={rows} onOffer={setOffered} onDelete={setDeleted} />
            )}
          </div>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="subtle numeric" role="status">
              {countedWords(total, unread)}
            </p>
            <Pages label={t`Pages of enquiries`} page={page} total={total} />
          </div>
        </>
      )}
      <NewPrivateLink
        kind={offered && 'offer'}
        pieces={offered?.pieces ?? []}
        {...(offered && { client: { name: offered.name, email: offered.email } })}
        onClose={() => setOffered(null)}
      />
      <DeleteEnquiryDialog enquiry={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

interface EnquiryListProps {
  enquiries: readonly Enquiry[];
  onOffer: (enquiry: Enquiry) => void;
  onDelete: (enquiry: Enquiry) => void;
}

function EnquiryList({ enquiries, onOffer, onDelete }: EnquiryListProps) {
  return (
    <ul className="enquiries">
      {enquiries.map((enquiry) => (
        <FailureBoundary key={enquiry.id} data={enquiry} fallback={FailedItem}>
          <EnquiryItem enquiry={enquiry} onOffer={() => onOffer(enquiry)} onDelete={() => onDelete(enquiry)} />
        </FailureBoundary>
      ))}
    </ul>
  );
}

function countedWords(total: number, notDone: number): string {
  const [shown, open] = [inDigits(total), inDigits(notDone)];
  return plural(total, { one: `${shown} enquiry, ${open} open`, other: `${shown} enquiries, ${open} open` });
}

interface DeleteEnquiryDialogProps {
  /** Null while the dialog is closed. */
  enquiry: Enquiry | null;
  onClose: () => void;
}

function DeleteEnquiryDialog({ enquiry, onClose }: DeleteEnquiryDialogProps) {
  return (
    <ActionDialog
      row={enquiry}
      title={() => t`Delete this enquiry?`}
      confirmLabel={() => t`Delete`}
      question={({ name }) => t`The message of ${name} and its answers are deleted. This action cannot be undone.`}
      action={({ id }) => call('deleteEnquiry', { params: { id } })}
      done={() => t`Enquiry deleted successfully`}
      failed={t`Failed to delete the enquiry`}
      onClose={onClose}
    />
  );
}
