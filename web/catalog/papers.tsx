import { Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import { enquiryAbout } from '../enquiries/enquired-listing.ts';
import { Icon } from '../ui/icon.tsx';

interface PapersProps {
  listing: Pick<Listing, 'id' | 'name'>;
  /** The month of the latest examination, as YYYY-MM. */
  conditionMonth: string;
}

/** The condition report of a piece, which a visitor can ask for (docs/behaviour/condition-reports.md, 12). */
export function Papers({ listing, conditionMonth }: PapersProps) {
  return (
    <section>
      <h2 className="heading-section text-[1.75rem]">Papers</h2>
      <ul className="max-w-(--measure)">
        <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-y border-line py-3">
          <Icon name="receipt" />
          <p className="min-w-48 flex-1">
            Condition report
            <small className="muted block">{partialDateInWords(conditionMonth)}, PDF</small>
          </p>
          <Link className="button-text" to="/#contact" state={enquiryAbout([listing], { asksFor: 'condition report' })}>
            Ask for the condition report
          </Link>
        </li>
      </ul>
    </section>
  );
}
