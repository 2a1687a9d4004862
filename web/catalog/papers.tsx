import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { enquiryAbout } from '../enquiries/enquired-listing.ts';
import { language } from '../language/language.ts';
import { Icon } from '../ui/icon.tsx';

interface PapersProps {
  listing: Pick<Listing, 'id' | 'name'>;
  /** The month of the latest examination, as YYYY-MM. */
  conditionMonth: string;
}

/** The condition report of a piece, which a visitor can ask for (docs/behaviour/condition-reports.md, 12). */
export function Papers({ listing, conditionMonth }: PapersProps) {
  const month = partialDateInWords(conditionMonth, language);
  return (
    <section>
      <h2 className="heading-section text-[1.75rem]">
        <Trans>Papers</Trans>
      </h2>
      <ul className="max-w-(--measure)">
        <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-y border-line py-3">
          <Icon name="receipt" />
          <p className="min-w-48 flex-1">
            <Trans>Condition report</Trans>
            <small className="muted block">
              <Trans>{month}, PDF</Trans>
            </small>
          </p>
          <Link className="button-text" to="/#contact" state={enquiryAbout([listing], { asksFor: 'condition report' })}>
            <Trans>Ask for the condition report</Trans>
          </Link>
        </li>
      </ul>
    </section>
  );
}
