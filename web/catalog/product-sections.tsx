import type { Listing } from '#contract/catalog.ts';

/** What there is to read about a piece, as open rows; what has no text is left out. */
export function ProductSections({ listing }: { listing: Listing }) {
  const sections = [
    { title: 'Description', text: listing.info || listing.description },
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

/** SPEC.md §2: the text only where both year and artists are known, a general sentence otherwise; then the owner. */
export function historyOf({
  year,
  artists,
  history,
  owner,
}: Pick<Listing, 'year' | 'artists' | 'history' | 'owner'>): string {
  const told = year !== null && artists !== '' && history !== '' ? history : handcrafted;
  return owner === '' ? told : `${told} Current owner: ${owner}.`;
}

const handcrafted = 'This piece was handcrafted in lacquer, coat over coat, and polished by hand.';
