import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { placeName } from '#contract/country-names.ts';
import type { Enquiry } from '#contract/enquiries.ts';
import { language } from '../../language/language.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Badge } from '../../ui/badge.tsx';
import { useHasRole } from '../admin-access.ts';
import { AnswerForm } from './answer-form.tsx';
import { EnquiryActions } from './enquiry-actions.tsx';
import { EnquiryReplies } from './enquiry-replies.tsx';

interface EnquiryItemProps {
  enquiry: Enquiry;
  /** Opens the form that offers the pieces of the enquiry to its sender. */
  onOffer: () => void;
  /** Asks whether to delete the enquiry. */
  onDelete: () => void;
}

/** One enquiry with its answers and its buttons. */
export function EnquiryItem({ enquiry, onOffer, onDelete }: EnquiryItemProps) {
  const { id, name, email, subject, message, createdAt, doneAt, replies } = enquiry;
  const mayAnswer = useHasRole('staff');
  const [isAnswering, setAnswering] = useState(false);
  const { minute } = useTimes();
  const item = useRef<HTMLLIElement>(null);
  // The button that had the focus is removed.
  const focusItem = () => item.current?.focus();
  const close = () => {
    setAnswering(false);
    focusItem();
  };
  return (
    <li
      ref={item}
      tabIndex={-1}
      aria-labelledby={`enquiry-${id}`}
      className={doneAt === null ? undefined : 'enquiry-done'}
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={`enquiry-${id}`} className="wrap-anywhere">
          {subject || t`No subject`}
        </h2>
        {doneAt === null && <Badge tone="processing">{replies.length === 0 ? t`Unread` : t`Answered`}</Badge>}
        <time className="subtle numeric md:ml-auto" dateTime={createdAt}>
          {minute(createdAt)}
        </time>
      </div>
      <p className="muted wrap-anywhere">
        {name}, <span className="select-all">{email}</span>
        <Topic enquiry={enquiry} />
      </p>
      <p className="enquiry-text">{message}</p>
      <EnquiryReplies replies={replies} />
      {isAnswering ? (
        <AnswerForm enquiry={enquiry} onClose={close} />
      ) : (
        <EnquiryActions
          enquiry={enquiry}
          onAnswer={mayAnswer ? () => setAnswering(true) : null}
          onOffer={onOffer}
          onDelete={onDelete}
          onChanged={focusItem}
        />
      )}
    </li>
  );
}

const askedForWords: Readonly<Record<NonNullable<Enquiry['asksFor']>, string>> = {
  'condition report': t`asks for the condition report`,
};

/** What an enquiry is about: its pieces, the place of their delivery, and what it asks for. */
function Topic({ enquiry: { pieces, place, asksFor } }: { enquiry: Enquiry }) {
  const destination = place && placeName(place, language);
  return (
    <>
      {pieces.map(({ id, name }, position) => (
        <span key={id}>
          {', '}
          {position === 0 ? (
            <Trans>
              about <Link to={`/product/${id}`}>{name}</Link>
            </Trans>
          ) : (
            <Link to={`/product/${id}`}>{name}</Link>
          )}
        </span>
      ))}
      {destination && `, ${t`delivery to ${destination}`}`}
      {asksFor && `, ${askedForWords[asksFor]}`}
    </>
  );
}
