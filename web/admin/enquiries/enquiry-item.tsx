import { useRef } from 'react';
import { Link, useRevalidator } from 'react-router';
import { placeName } from '#contract/country-names.ts';
import type { Enquiry } from '#contract/enquiries.ts';
import { call } from '../../api.ts';
import { useShop } from '../../shell/shop.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { useHasRole } from '../admin-access.ts';
import { adminFailure } from '../admin-failure.ts';
import { replyAddress } from './reply-address.ts';

/** One message, with links to answer it by email and to its listing, and a button that marks it as done. */
export function EnquiryItem({ enquiry }: { enquiry: Enquiry }) {
  const { id, name, email, subject, message, createdAt, doneAt } = enquiry;
  const mayAnswer = useHasRole('staff');
  const shop = useShop();
  const { minute } = useTimes();
  const item = useRef<HTMLLIElement>(null);
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('markEnquiryDone', { params: { id } });
    if (answer.success) showToast({ tone: 'done', text: 'Enquiry marked as done' });
    await revalidate();
    if (!answer.success) return adminFailure('Failed to mark the enquiry as done', answer);
    // The button was removed.
    item.current?.focus();
  });
  return (
    <li
      ref={item}
      tabIndex={-1}
      aria-labelledby={`enquiry-${id}`}
      className={doneAt === null ? undefined : 'enquiry-done'}
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={`enquiry-${id}`} className="wrap-anywhere">
          {subject || 'No subject'}
        </h2>
        {doneAt === null && <Badge tone="processing">Unread</Badge>}
        <time className="subtle num md:ml-auto" dateTime={createdAt}>
          {minute(createdAt)}
        </time>
      </div>
      <p className="muted wrap-anywhere">
        {name}, <span className="select-all">{email}</span>
        <Subject enquiry={enquiry} />
      </p>
      <p className="enquiry-text">{message}</p>
      <div className="flex flex-wrap items-center gap-3">
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <a className={buttonClass('line')} href={replyAddress(enquiry, shop.name)} aria-describedby={`enquiry-${id}`}>
          <Icon name="letter" small />
          Reply
        </a>
        {doneAt === null && mayAnswer && (
          <Button variant="line" busy={isBusy} aria-describedby={`enquiry-${id}`} onClick={submit}>
            Done
          </Button>
        )}
        {doneAt !== null && (
          <span className="subtle num flex items-center gap-2">
            <Icon name="done" small />
            Done {minute(doneAt)}
          </span>
        )}
      </div>
    </li>
  );
}

/** The pieces that it is about, and where they are to be delivered. */
function Subject({ enquiry: { pieces, place } }: { enquiry: Enquiry }) {
  return (
    <>
      {pieces.map(({ id, name }, position) => (
        <span key={id}>
          {position === 0 ? ', about ' : ', '}
          <Link to={`/product/${id}`}>{name}</Link>
        </span>
      ))}
      {place && `, delivery to ${placeName(place)}`}
    </>
  );
}
