import { t } from '@lingui/core/macro';
import { type CSSProperties, useState } from 'react';
import {
  dayInWords,
  labelGrid,
  languageTags,
  noteOnPrices,
  paperMillimetres,
  paperWords,
  printOf,
  titleOf,
} from '#contract/catalogue-lines.ts';
import { serverNow } from '../../../api.ts';
import { useShop } from '../../../shell/shop.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { PaperDraft } from './paper-draft.ts';
import { Cover, isListed, LabelSheet, ListPage, PiecePage, type PreviewPiece } from './preview-pages.tsx';

/** Sheets that look like the pages of the PDF, with the same words. Long texts continue on further pages only in the PDF. */
export function PaperPreview({ draft, hasGst, place }: { draft: PaperDraft; hasGst: boolean; place: string }) {
  const [wanted, setSheet] = useState(0);
  const { currency, timezone, name } = useShop();
  const pieces = draft.pieces
    .filter(({ status }) => status !== 'discontinued')
    .map((listing): PreviewPiece => ({ listing, print: printOf(listing, draft, currency) }));
  const title = draft.title || titleOf(draft, dayInWords(serverNow(), draft.language, timezone));
  const note = draft.showsPrices ? noteOnPrices(draft.language, currency, hasGst) : '';
  const count = sheetCount(draft, pieces.length);
  const sheet = Math.min(wanted, count - 1);
  const hasPieces = pieces.length > 0;
  return (
    <>
      <header>
        <h2 id="paper-preview">{t`Preview`}</h2>
        <span className="subtle numeric" role="status">
          {hasPieces && (draft.kind === 'list' ? t`The whole list` : sheetInWords(sheet + 1, count))}
        </span>
        {hasPieces && draft.kind !== 'list' && (
          <span className="flex">
            <IconButton
              label={t`Sheet back`}
              small
              aria-disabled={sheet === 0}
              onClick={() => setSheet(Math.max(0, sheet - 1))}
            >
              <Icon name="back" small />
            </IconButton>
            <IconButton
              label={t`Sheet on`}
              small
              aria-disabled={sheet === count - 1}
              onClick={() => setSheet(Math.min(count - 1, sheet + 1))}
            >
              <Icon name="forward" small />
            </IconButton>
          </span>
        )}
      </header>
      <div className="paper-mat" lang={hasPieces ? languageTags[draft.language] : undefined}>
        <Sheets {...{ draft, pieces, sheet, title, note, place, shopName: name }} />
      </div>
    </>
  );
}

const sheetInWords = (number: number, count: number) => t`Sheet ${number} of ${count}`;

interface SheetsProps {
  draft: PaperDraft;
  pieces: readonly PreviewPiece[];
  sheet: number;
  title: string;
  note: string;
  place: string;
  shopName: string;
}

function Sheets({ draft, pieces, sheet, title, note, place, shopName }: SheetsProps) {
  const words = paperWords[draft.language];
  if (pieces.length === 0) return <p className="muted">{t`Choose pieces to see the paper.`}</p>;
  if (draft.kind === 'list')
    return (
      <div className="paper-sheet paper-sheet-long" style={widthOf(draft)}>
        <ListPage {...{ draft, pieces, words, title, note, shopName }} />
      </div>
    );
  if (draft.kind === 'labels') {
    const { columns, rows, sheet: paper } = labelGrid(draft.size, draft.labelSize);
    const first = sheet * columns * rows;
    return (
      <div className="paper-sheet" style={ratioOf(paper)}>
        <LabelSheet {...{ draft, words, pieces: pieces.slice(first, first + columns * rows) }} />
      </div>
    );
  }
  const ratio = ratioOf(paperMillimetres[draft.size]);
  if (sheet === 0) {
    const cover = draft.pieces.find(({ id }) => id === draft.coverId);
    return (
      <div className="paper-sheet" style={ratio}>
        <Cover {...{ cover, title, shopName, subtitle: draft.subtitle, place, count: words.pieces(pieces.length) }} />
      </div>
    );
  }
  return (
    <div className="paper-spread">
      {pieces.slice((sheet - 1) * 2, sheet * 2).map((piece, offset) => (
        <div className="paper-sheet" style={ratio} key={piece.print.id}>
          <PiecePage
            piece={piece}
            words={words}
            showsQr={draft.showsQr && isListed(piece)}
            shopName={shopName}
            page={sheet * 2 + offset}
          />
        </div>
      ))}
    </div>
  );
}

function sheetCount({ kind, size, labelSize }: PaperDraft, pieces: number): number {
  if (kind === 'list') return 1;
  if (kind === 'catalogue') return 1 + Math.ceil(pieces / 2);
  const { columns, rows } = labelGrid(size, labelSize);
  return Math.max(1, Math.ceil(pieces / (columns * rows)));
}

/** CSS variables for a sheet of this size in millimetres: its shape, and one millimetre of it as a share of the shown width. */
const ratioOf = ({
  width,
  height,
}: {
  width: number;
  height: number;
}): CSSProperties & Record<`--${string}`, string> => ({
  '--paper-ratio': `${width} / ${height}`,
  '--paper-millimetre': `${100 / width}cqw`,
});
const widthOf = ({ size }: PaperDraft) => ratioOf(paperMillimetres[size]);
