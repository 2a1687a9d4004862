import { Link } from 'react-router';
import type { Image, Listing } from '#contract/catalog.ts';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { makersAndYear } from './wall-piece.ts';

/** The one picture of the first screen: whose it is, and whether it shows a detail or the whole. */
export interface HeroPicture {
  image: Image;
  isDetail: boolean;
  piece: Pick<Listing, 'id' | 'name' | 'artist' | 'artists' | 'year'>;
}

/**
 * The second picture (a detail, by the order of a set) of the newest unique piece that can be bought; where there is
 * none, of any piece; where no piece has two, the newest piece's only one.
 */
export function chooseHeroPicture(newestFirst: readonly Listing[]): HeroPicture | null {
  const detailed = newestFirst.filter(({ imageSet }) => imageSet.length >= 2);
  const chosen =
    detailed.find(({ unique, status, reserved }) => unique && status === 'available' && !reserved) ??
    detailed[0] ??
    newestFirst.find(({ imageSet }) => imageSet.length > 0);
  if (!chosen) return null;
  const { id, name, artist, artists, year, imageSet } = chosen;
  const image = imageSet[1] ?? imageSet[0];
  return image ? { image, isDetail: imageSet.length >= 2, piece: { id, name, artist, artists, year } } : null;
}

export function Hero({ picture }: { picture: HeroPicture | null }) {
  return (
    <section className="hero lacquer rim">
      <div className="hero-text">
        <div className="hero-main">
          <h1 className="h-hero">Lacquer, layered by hand</h1>
          <p className="hero-lead">
            <span lang="vi">Sơn mài</span> and urushi, built up over months, sanded back under water, polished with the
            palm. No two come out alike.
          </p>
          <div className="hero-cta">
            <Link className="btn" to="/#collection">
              Browse Collection
            </Link>
            <Link className="btn-text" to="/#about">
              How a piece is made
            </Link>
          </div>
        </div>
        {picture && (
          <p className="hero-cap">
            <i>
              {picture.piece.name}
              {picture.isDetail && ', detail'}
            </i>
            {makersAndYear(picture.piece)}
          </p>
        )}
      </div>
      {picture && (
        <Link
          className="hero-pic"
          to={`/product/${picture.piece.id}`}
          prefetch="intent"
          style={pictureBox(picture.image)}
          aria-label={picture.piece.name}
        >
          <Picture image={picture.image} sizes="(min-width: 48rem) 55vw, 100vw" eager />
        </Link>
      )}
    </section>
  );
}
