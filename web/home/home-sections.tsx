import { Contact } from '../enquiries/contact.tsx';
import { About } from './about.tsx';
import { Collection } from './collection.tsx';
import { Hero } from './hero.tsx';
import type { loadHome } from './home-data.ts';

type HomeData = Awaited<ReturnType<typeof loadHome>>['page'];

/** Hero, collection, about and contact. */
export function HomeSections({ view, hero, listings, total, words }: Omit<HomeData, 'shop'>) {
  return (
    <main id="main">
      <Hero picture={hero} words={words ?? null} />
      <Collection view={view} listings={listings} total={total} />
      <About words={words ?? null} />
      <Contact words={words?.contactWords ?? ''} />
    </main>
  );
}
