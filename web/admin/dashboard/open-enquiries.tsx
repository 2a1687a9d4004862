import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useRevalidator } from 'react-router';
import type { Enquiry } from '#contract/enquiries.ts';
import { call } from '../../api.ts';
import { inDigits } from '../../language/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { useHasRole } from '../admin-access.ts';
import { focusMain } from '../focus-main.ts';
import { addressOf } from '../sections.ts';

/** The enquiries of this list that are not done. `count` is the number of all enquiries that are not done. */
export function OpenEnquiries({ enquiries, count }: { enquiries: readonly Enquiry[]; count: number }) {
  if (count === 0) return null;
  const shown = inDigits(count);
  return (
    <>
      <header className="border-t border-line">
        <h2>
          <Link className="no-underline hover:underline" to={addressOf('enquiries')}>
            <Trans>Enquiries</Trans>
          </Link>
        </h2>
        <span className="subtle numeric">{t`${shown} open`}</span>
      </header>
      <ul className="rows">
        {enquiries
          .filter(({ doneAt }) => doneAt === null)
          .map((enquiry) => (
            <EnquiryLine key={enquiry.id} enquiry={enquiry} />
          ))}
      </ul>
    </>
  );
}

function EnquiryLine({ enquiry }: { enquiry: Enquiry }) {
  const { id, subject, listingName, name, email } = enquiry;
  const mayAnswer = useHasRole('staff');
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('markEnquiryDone', { params: { id } });
    await revalidate();
    if (!answer.success) return answer;
    // The button is removed with its line.
    focusMain();
    return undefined;
  });

  return (
    <li>
      <span className="min-w-0 wrap-anywhere" id={`enquiry-${id}`}>
        <span className="font-medium">{subject || listingName || t`Enquiry`}</span>
        <span className="subtle text-12 block">
          {name}, {email}
        </span>
      </span>
      <span className="row-actions end">
        {failure && <FailureNote>{failure.message}</FailureNote>}
        {mayAnswer && (
          <Button variant="line" busy={isBusy} aria-describedby={`enquiry-${id}`} onClick={submit}>
            <Trans>Done</Trans>
          </Button>
        )}
      </span>
    </li>
  );
}
