import type { Listing } from '#contract/catalog.ts';

/** The texts about a listing; sections without text are left out. */
export function ProductSections({ listing }: { listing: Listing }) {
  const sections = [
    { title: 'Description', text: listing.info },
    { title: 'Story', text: listing.story },
    { title: 'Design', text: listing.design },
    { title: 'Specifications', text: listing.spec },
    { title: 'History', text: historyOf(listing) },
  ];
  return (
    <div className="catalogue mb-(--gap-section)">
      {sections
        .filter(({ text }) => text !== '')
        .map(({ title, text }) => (
          <section key={title}>
            <h2 className="h-section text-[1.75rem]">{title}</h2>
            <div className="prose">
              {text.split(/\n{2,}/).map((paragraph) => (
                <p key={paragraph} className="whitespace-pre-line">
                  {paragraph}
                </p>
              ))}
            </div>
          </section>
        ))}
    </div>
  );
}

/** The history if year and artists are known, else a general sentence; then the owner (docs/behaviour/pages.md, 9). */
function historyOf({ year, artists, history, owner }: Pick<Listing, 'year' | 'artists' | 'history' | 'owner'>): string {
  const text = year !== null && artists !== '' && history !== '' ? history : defaultHistory;
  return owner === '' ? text : `${text} Current owner: ${owner}.`;
}

const defaultHistory = 'This piece was handcrafted in lacquer, coat over coat, and polished by hand.';
