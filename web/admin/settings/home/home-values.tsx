import { t } from '@lingui/core/macro';
import type { Listing } from '#contract/catalog.ts';
import type { HomeSettings } from '#contract/home.ts';
import { homeFieldTitles } from './home-fields.ts';

/** Shows the piece and the words to staff and viewers, who see the pictures on the home page itself. */
export function HomeValues({ pieces, heroListingId, ...settings }: HomeSettings & { pieces: readonly Listing[] }) {
  const words = (['headline', 'text', 'aboutTitle', 'aboutText', 'contactWords'] as const).map(
    (field) => [homeFieldTitles[field], settings[field]] as const,
  );
  const heroName = pieces.find(({ id }) => id === heroListingId)?.name ?? '';
  return (
    <section className="panel">
      <h2 className="visually-hidden">{t`Words`}</h2>
      <dl className="key-values key-values-wide p-5">
        {[[t`Piece`, heroName] as const, ...words].map(([title, value]) => (
          <div key={title} className="contents">
            <dt>{title}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value || t`As the page has it`}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
