import { t } from '@lingui/core/macro';
import { Fragment } from 'react';
import type { Image, Listing } from '#contract/catalog.ts';
import type { ListingPapers, Translated } from '#contract/page-services.ts';
import { provenanceText } from '#contract/provenance-lines.ts';
import { fieldLanguage } from '../language/field-language.ts';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { Papers } from './papers.tsx';
import { Provenance } from './provenance.tsx';

interface ListingSectionsProps extends Pick<ListingPapers, 'provenance'> {
  listing: Omit<Listing, 'price'> & Translated;
  /** The month of the latest condition report, as YYYY-MM; null without one. */
  conditionMonth?: string | null;
  /** The element of the sections' titles. */
  heading?: 'h2' | 'h3';
}

/**
 * The texts about a listing, with its further pictures between them, then its provenance and papers. Sections without text are left out.
 * A history that only repeats the provenance is replaced by a general sentence.
 */
export function ListingSections({
  listing,
  provenance,
  conditionMonth = null,
  heading: Heading = 'h2',
}: ListingSectionsProps) {
  const history = listing.history === provenanceText(provenance) ? '' : listing.history;
  const sections = [
    { title: t`Description`, text: listing.info, field: 'info' },
    { title: t`Story`, text: listing.story, field: 'story' },
    { title: t`Design`, text: listing.design, field: 'design' },
    { title: t`Specifications`, text: listing.spec, field: 'spec' },
    { title: t`History`, text: historyOf({ ...listing, history }), field: 'history' },
  ].filter(({ text }) => text !== '');
  // No picture follows the last text.
  const between = listing.imageSet.slice(1, sections.length).filter((image) => image.width > 0);
  return (
    <div className="catalogue mb-(--gap-section)">
      {sections.map(({ title, text, field }, position) => (
        <Fragment key={title}>
          <section>
            <Heading className="heading-section text-[1.75rem]">{title}</Heading>
            <div className="prose" {...fieldLanguage(listing, field)}>
              {text.split(/\n{2,}/).map((paragraph) => (
                <p key={paragraph} className="whitespace-pre-line">
                  {paragraph}
                </p>
              ))}
            </div>
          </section>
          {between[position] && <PictureBetween image={between[position]} />}
        </Fragment>
      ))}
      {provenance.length > 0 && <Provenance lines={provenance} />}
      {conditionMonth !== null && <Papers {...{ listing, conditionMonth }} />}
    </div>
  );
}

/** A picture between two texts. Screen readers skip it, because the gallery has the same picture with its alternative text. */
function PictureBetween({ image }: { image: Image }) {
  return (
    <figure className="between" aria-hidden="true">
      <span className="shot" style={pictureBox(image)}>
        <Picture image={image} sizes={`(min-width: 48rem) 60vw, ${cappedSizes(100)}`} alt="" />
      </span>
    </figure>
  );
}

/** The history if it, the year and the artists are known, else a general sentence; then the owner (docs/behaviour/pages.md, 9). */
function historyOf({ year, artists, history, owner }: Pick<Listing, 'year' | 'artists' | 'history' | 'owner'>): string {
  const text = year !== null && artists !== '' && history !== '' ? history : defaultHistory;
  return owner === '' ? text : t`${text} Current owner: ${owner}.`;
}

const defaultHistory = t`This piece was handcrafted in lacquer, coat over coat, and polished by hand.`;
