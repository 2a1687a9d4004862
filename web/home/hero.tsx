import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { Image, Listing } from '#contract/catalog.ts';
import type { HomePage } from '#contract/page-services.ts';
import { makersAndYear } from '../catalog/listing-summary.ts';
import { LiveMark } from '../catalog/live-mark.tsx';
import { useLiveState } from '../catalog/live-state.ts';
import { Picture, pictureBox } from '../ui/picture.tsx';

/** The picture of the hero, its listing, and whether it shows a detail. */
interface HeroPicture {
  image: Image;
  isDetail: boolean;
  listing: Pick<Listing, 'id' | 'name' | 'artist' | 'artists' | 'year'>;
  /** Only if the owner has chosen the piece. */
  chosen?: {
    /** The point of the picture that is never cropped, as a CSS position. */
    focus: string;
    state: Pick<Listing, 'id' | 'status' | 'reserved' | 'reservedUntil'>;
  };
}

/** The words of the hero; an empty text means the page's own. */
interface HeroWords {
  headline: string;
  text: string;
}

/**
 * Returns the second picture (usually a detail) of the newest unique listing that can be bought; without one, of the newest
 * listing with two pictures; else the first picture of the newest listing that has any.
 */
export function chooseHeroPicture(newestFirst: readonly Listing[]): HeroPicture | null {
  const detailed = newestFirst.filter(({ imageSet }) => imageSet.length >= 2);
  const listing =
    detailed.find(({ unique, status, reserved }) => unique && status === 'available' && !reserved) ??
    detailed[0] ??
    newestFirst.find(({ imageSet }) => imageSet.length > 0);
  if (!listing) return null;
  const { id, name, artist, artists, year, imageSet } = listing;
  const image = imageSet[1] ?? imageSet[0];
  return image ? { image, isDetail: imageSet.length >= 2, listing: { id, name, artist, artists, year } } : null;
}

/** The picture that the owner chose; if the piece does not have it, its second or first picture; null if it has none. */
export function chosenHeroPicture({ listing, picture, focus }: NonNullable<HomePage['hero']>): HeroPicture | null {
  const { id, name, artist, artists, year, imageSet, status, reserved, reservedUntil } = listing;
  const index = [picture, 1, 0].find((position) => imageSet[position]);
  const image = index === undefined ? undefined : imageSet[index];
  if (!image) return null;
  const chosen = { focus: `${focus.x}% ${focus.y}%`, state: { id, status, reserved, reservedUntil } };
  return { image, isDetail: index === 1, listing: { id, name, artist, artists, year }, chosen };
}

export function Hero({ picture, words }: { picture: HeroPicture | null; words: HeroWords | null }) {
  const name = picture?.listing.name ?? '';
  return (
    <section className="hero lacquer rim">
      <div className="hero-text">
        <div className="hero-main">
          <h1 className="heading-hero">{words?.headline || t`Lacquer, layered by hand`}</h1>
          <p className="hero-lead">
            {words?.text || (
              <Trans>
                <span lang="vi">Sơn mài</span> and urushi, built up over months, sanded back under water, polished with
                the palm. No two come out alike.
              </Trans>
            )}
          </p>
          <div className="hero-actions">
            <Link className="button" to="/#collection">
              <Trans>Browse Collection</Trans>
            </Link>
            <Link className="button-text" to="/#about">
              <Trans>How a piece is made</Trans>
            </Link>
          </div>
        </div>
        {picture && (
          <p className="hero-caption">
            <i>{picture.isDetail ? t`${name}, detail` : name}</i>
            {makersAndYear(picture.listing)}
            {picture.chosen && <HeroMark state={picture.chosen.state} />}
          </p>
        )}
      </div>
      {picture && (
        <Link
          className="hero-picture"
          to={`/product/${picture.listing.id}`}
          prefetch="intent"
          style={boxOf(picture)}
          aria-label={name}
        >
          {/* Phones get about 1.6 dots per pixel, so that the largest picture of the page loads faster (docs/performance.md). */}
          <Picture
            image={picture.image}
            sizes="(min-width: 48rem) 55vw, (min-resolution: 2.5dppx) 54vw, (min-resolution: 1.5dppx) 80vw, 100vw"
            eager
          />
        </Link>
      )}
    </section>
  );
}

function HeroMark({ state }: Pick<NonNullable<HeroPicture['chosen']>, 'state'>) {
  return <LiveMark live={useLiveState(state)} />;
}

function boxOf({ image, chosen }: HeroPicture): CSSProperties {
  const focus: Record<`--${string}`, string> = chosen ? { '--focal': chosen.focus } : {};
  return { ...pictureBox(image), ...focus };
}
