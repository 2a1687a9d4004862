import type { CSSProperties } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { labelGrid, type PiecePrint, type paperWords } from '#contract/catalogue-lines.ts';
import { Mark } from '../../../ui/mark.tsx';
import { hasOwnPicture, type PaperDraft, printedImageOf } from './paper-draft.ts';

type Words = (typeof paperWords)[keyof typeof paperWords];

/** A piece and what the paper says about it. */
export interface PreviewPiece {
  listing: Listing;
  print: PiecePrint;
}

/** Whether everybody sees the piece. Other pieces get no QR code, because their pages would not open. */
export const isListed = ({ listing }: { listing: Listing & { visibility?: string } }) =>
  listing.visibility === undefined;

interface CoverProps {
  cover: Listing | undefined;
  title: string;
  subtitle: string;
  shopName: string;
  count: string;
  place: string;
}

export function Cover({ cover, title, subtitle, shopName, count, place }: CoverProps) {
  return (
    <div className="paper-page paper-cover">
      <p className="paper-shop">{shopName}</p>
      {cover ? <PaperPicture listing={cover} /> : <span />}
      <div>
        <p className="paper-title">{title}</p>
        <p>{subtitle}</p>
        <p className="paper-muted">{count}</p>
        <p className="paper-muted">{place}</p>
      </div>
    </div>
  );
}

interface PiecePageProps {
  piece: PreviewPiece;
  words: Words;
  showsQr: boolean;
  shopName: string;
  page: number;
}

export function PiecePage({ piece: { listing, print }, words, showsQr, shopName, page }: PiecePageProps) {
  const facts = [
    [words.series, print.series],
    [words.size, print.size],
    [words.madeOf, print.madeOf],
  ].filter(([, value]) => value !== '');
  return (
    <div className="paper-page">
      {hasOwnPicture(listing) && (
        <div className="paper-picture">
          <PaperPicture listing={listing} />
        </div>
      )}
      <p className="paper-name">{print.name}</p>
      <p>{print.makers}</p>
      {print.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <dl className="paper-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}:</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Amount print={print} words={words} />
      {print.paragraphs.map((paragraph) => (
        <p className="paper-muted" key={paragraph}>
          {paragraph}
        </p>
      ))}
      {showsQr && <QrPlace words={words.qr} />}
      <p className="paper-foot">
        <span>{shopName}</span>
        <span className="numeric">{page}</span>
      </p>
    </div>
  );
}

interface ListPageProps {
  draft: PaperDraft;
  pieces: readonly PreviewPiece[];
  words: Words;
  title: string;
  note: string;
  shopName: string;
}

export function ListPage({ draft, pieces, words, title, note, shopName }: ListPageProps) {
  return (
    <div className="paper-page">
      <div className="paper-head">
        <p className="paper-shop">{shopName}</p>
        <p className="paper-strong">{title}</p>
      </div>
      {draft.subtitle && <p className="paper-muted">{draft.subtitle}</p>}
      <table className="paper-table">
        <thead>
          <tr>
            <th scope="col">{words.piece}</th>
            <th scope="col">{draft.showsPrices ? words.price : words.availability}</th>
          </tr>
        </thead>
        <tbody>
          {pieces.map(({ print }) => (
            <tr key={print.id}>
              <th scope="row">
                <span className="paper-strong">{print.name}</span>
                <span className="paper-small">{[print.makers, print.size].filter(Boolean).join('. ')}</span>
                {print.paragraphs[0] && <span className="paper-small paper-cut">{print.paragraphs[0]}</span>}
              </th>
              <td>
                {print.price === '' && print.mark === null ? words.available : <Amount print={print} words={words} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p className="paper-small">{note}</p>}
    </div>
  );
}

interface LabelSheetProps {
  draft: PaperDraft;
  pieces: readonly PreviewPiece[];
  words: Words;
}

export function LabelSheet({ draft, pieces, words }: LabelSheetProps) {
  const { columns, rows } = labelGrid(draft.size, draft.labelSize);
  const grid: CSSProperties & Record<`--${string}`, number> = { '--paper-columns': columns, '--paper-rows': rows };
  return (
    <ul className={`paper-labels paper-labels-${draft.labelSize}`} style={grid}>
      {pieces.map(({ listing, print }) => (
        <li key={print.id}>
          <p className="paper-name">{print.name}</p>
          <p>{print.makers}</p>
          <p className="paper-small">{print.madeOf}</p>
          <p className="paper-small">{print.size}</p>
          {print.lines.map((line) => (
            <p key={line} className="paper-small">
              {line}
            </p>
          ))}
          {print.paragraphs[0] && <p className="paper-small paper-cut">{print.paragraphs[0]}</p>}
          <div className="paper-label-foot">
            <div>
              {print.price && <p className="paper-strong">{print.price}</p>}
              {print.mark ? (
                <Mark kind={print.mark}>{words[print.mark]}</Mark>
              ) : (
                print.unique && <Mark kind="unique">{words.unique}</Mark>
              )}
            </div>
            {draft.showsQr && isListed({ listing }) && <span className="paper-qr" />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Amount({ print, words }: { print: PiecePrint; words: Words }) {
  if (print.mark) return <Mark kind={print.mark}>{words[print.mark]}</Mark>;
  return print.price ? <p className="paper-strong">{print.price}</p> : null;
}

/** The place of the QR code, with the words beside it. */
function QrPlace({ words }: { words: string }) {
  return (
    <p className="paper-qr-line">
      <span className="paper-qr" />
      <span className="paper-small">{words}</span>
    </p>
  );
}

/** The picture that is printed, at the size of a screen. */
function PaperPicture({ listing }: { listing: Listing }) {
  const image = printedImageOf(listing);
  if (!image) return null;
  const variant = image.variants.find(({ type, width }) => type === 'image/webp' && width >= 640);
  return <img src={variant?.url ?? image.url} alt="" width={image.width} height={image.height} decoding="async" />;
}
