import { t } from '@lingui/core/macro';
import type { Enquiry } from '#contract/enquiries.ts';
import { useTimes } from '../../shell/use-times.ts';

/** The answers that were written in the panel, oldest first. */
export function EnquiryReplies({ replies }: Pick<Enquiry, 'replies'>) {
  const { minute } = useTimes();
  if (replies.length === 0) return null;
  return (
    <ul className="grid gap-3" aria-label={t`Answers`}>
      {replies.map(({ id, author, text, createdAt }) => (
        <li key={id} className="border-l-2 border-line pl-4">
          <p className="subtle numeric">
            {author ?? t`A former colleague`}, <time dateTime={createdAt}>{minute(createdAt)}</time>
          </p>
          <p className="enquiry-text">{text}</p>
        </li>
      ))}
    </ul>
  );
}
