import { data } from 'react-router';
import { pageServices } from '../context.ts';
import { Contact } from '../enquiries/contact.tsx';
import { headers as pageHeaders } from '../shell/page-headers.ts';
import type { Route } from './+types/home.ts';
import { About } from './about.tsx';
import { chooseHeroPicture, Hero } from './hero.tsx';
import { useLiveStream } from './live-stream.ts';
import { pageMeta, summary } from './page-meta.ts';
import { ProductLoading, useIsProductLate } from './product-loading.tsx';
import { homeStructuredData } from './structured-data.ts';
import { untilFirstHoldEnds } from './until-first-hold-ends.ts';
import { Collection } from './wall.tsx';
import { wallPiece } from './wall-piece.ts';

export const headers = pageHeaders;

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const [shop, listings] = await Promise.all([services.shop(), services.listings()]);
  const page = { shop, hero: chooseHeroPicture(listings), pieces: listings.map(wallPiece) };
  return data(page, { headers: untilFirstHoldEnds(listings) });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, hero, pieces } = loaderData;
  return [
    ...pageMeta(shop, {
      title: `${shop.name} | Handcrafted lacquer art`,
      description: summary(
        'One-of-a-kind lacquer pieces, built up over months, sanded back under water and polished by hand. Browse the collection.',
      ),
      address: `${shop.publicUrl}/`,
      image: hero?.image,
      type: 'website',
    }),
    { 'script:ld+json': homeStructuredData(shop, pieces) },
  ];
}

/** Home (SPEC.md §2): hero, collection, about, contact. */
export default function Home({ loaderData: { hero, pieces } }: Route.ComponentProps) {
  useLiveStream();
  const isProductLate = useIsProductLate();
  if (isProductLate) return <ProductLoading />;
  return (
    <main id="main">
      <Hero picture={hero} />
      <Collection pieces={pieces} />
      <About />
      <Contact />
    </main>
  );
}
