import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import type { HomePage } from '#contract/page-services.ts';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Picture, pictureBox } from '../ui/picture.tsx';
import strata from './strata.svg?url';

type AboutWords = Pick<HomePage, 'aboutTitle' | 'aboutText' | 'aboutPictures'>;

/** The About section: how a piece is made, and the cross-section of a panel, unless the owner's words and pictures replace them. */
export function About({ words }: { words: AboutWords | null }) {
  return (
    <section id="about" className="page pb-(--gap-section)">
      <div className="about">
        <div>
          <h2 className="heading-section">
            <Trans>About</Trans>
          </h2>
          <div className="prose muted mt-5">
            <p className="heading-dialog text-ink leading-[1.3] text-balance">
              {words?.aboutTitle ||
                t`A lacquer piece is not painted. It is laid down, coat over coat, and then brought back up.`}
            </p>
            {words?.aboutText ? <Paragraphs text={words.aboutText} /> : <HowItIsMade />}
          </div>
        </div>
        {words && words.aboutPictures.length > 0 ? <Pictures images={words.aboutPictures} /> : <CrossSection />}
      </div>
    </section>
  );
}

function Paragraphs({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity.
  return text.split(/\n+/).map((paragraph, index) => <p key={index}>{paragraph}</p>);
}

function HowItIsMade() {
  return (
    <>
      <p>
        <Trans>
          Sap from the lacquer tree hardens only in damp air, a day or more for each coat. Leaf and eggshell go in
          between. At the end the maker sands through the top, and the picture appears from underneath.
        </Trans>
      </p>
      <p>
        <Trans>
          We show the work of a few makers. Nearly every piece is one of a kind; when it is sold, it gets its red dot
          and stays on the wall for a while.
        </Trans>
      </p>
    </>
  );
}

function Pictures({ images }: { images: HomePage['aboutPictures'] }) {
  return (
    <div className="grid gap-4">
      {images.map((image) => (
        <div key={image.url} style={pictureBox(image)}>
          <Picture image={image} sizes={`(min-width: 64rem) 48vw, ${cappedSizes(92)}`} />
        </div>
      ))}
    </div>
  );
}

function CrossSection() {
  return (
    <div>
      <h3 className="heading-block mb-3">
        <Trans>A panel, cut through from polish to wood</Trans>
      </h3>
      <ol className="strata">
        {coats.map(({ view, height, name, words }) => (
          <li key={view} style={thickness(height)}>
            <span className="strata-number">
              <img
                className="absolute inset-0 size-full"
                src={`${strata}#${view}`}
                alt=""
                loading="lazy"
                decoding="async"
              />
            </span>
            <span className="strata-text">
              <b>{name}</b>
              <span>{words}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface Coat {
  /** The id of a view in strata.svg. */
  view: string;
  /** The minimum height of the row; thicker coats have higher rows. */
  height: string;
  name: ReactNode;
  words: string;
}

const coats: readonly Coat[] = [
  { view: 'polish', height: '3.25rem', name: t`Polish`, words: t`The palm of the hand, charcoal dust, and time.` },
  {
    view: 'clear',
    height: '3.75rem',
    name: (
      <Trans>
        Clear lacquer, <bdi lang="vi">cánh gián</bdi>
      </Trans>
    ),
    words: t`Brown as a cockroach wing. Sanded back under water until what is below shows.`,
  },
  {
    view: 'vermilion',
    height: '4.5rem',
    name: (
      <Trans>
        Vermilion, <bdi lang="vi">son</bdi>
      </Trans>
    ),
    words: t`Cinnabar ground into lacquer. Two to six coats.`,
  },
  {
    view: 'leaf',
    height: '3.75rem',
    name: t`Gold, silver, eggshell`,
    words: t`Leaf laid on wet lacquer; duck eggshell pressed in piece by piece.`,
  },
  {
    view: 'black',
    height: '4.5rem',
    name: (
      <Trans>
        Black lacquer, <bdi lang="vi">then</bdi>
      </Trans>
    ),
    words: t`Lacquer stirred with iron until it turns. Three coats, each dried in damp air.`,
  },
  {
    view: 'ground',
    height: '4rem',
    name: (
      <Trans>
        Ground, <bdi lang="vi">hom</bdi>
      </Trans>
    ),
    words: t`Lacquer, clay and sawdust, levelled with a horn spatula and stone.`,
  },
  {
    view: 'cloth',
    height: '3.5rem',
    name: t`Cloth`,
    words: t`Cotton bound in raw lacquer, so the board never splits.`,
  },
  { view: 'wood', height: '4.25rem', name: t`Wood`, words: t`A seasoned board, flat and dry. Everything rests on it.` },
];

function thickness(height: string): CSSProperties {
  const drawn: Record<`--${string}`, string> = { '--h': height };
  return drawn;
}
