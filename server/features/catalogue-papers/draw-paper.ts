import { setImmediate } from 'node:timers/promises';
import { labelGrid, languageTags } from '#contract/catalogue-lines.ts';
import { openDocument } from '#server/platform/pdf/typesetter.ts';
import { drawCover, drawPiecePage, finishCatalogue } from './draw-catalogue.ts';
import { drawLabels } from './draw-labels.ts';
import { drawList } from './draw-list.ts';
import type { PaperContent, PieceContent } from './paper-content.ts';
import { millimetre, pageOf } from './paper-page.ts';
import type { PaperSheet } from './paper-sheet.ts';

interface Drawn {
  /** The bytes of the PDF that were finished since the last call. */
  bytes: Buffer;
  /** The number of pages so far. */
  pages: number;
}

export interface PaperDrawing {
  /** Draws the next piece of a catalogue; other papers are drawn by `finish`. `picture`: a JPEG, null without one. */
  drawPiece(piece: PieceContent, picture: Buffer | null): void;
  takeBytes(): Promise<Drawn>;
  finish(): Promise<Drawn>;
}

/** Draws a paper as a tagged PDF, piece after piece. `cover`: the picture of the cover as JPEG, null without one. */
export function drawPaper(content: PaperContent, cover: Buffer | null): PaperDrawing {
  const { setter, take, finish } = openDocument({
    size: sizeOf(content),
    lang: languageTags[content.language],
    info: { Title: content.title, Author: content.shopName, CreationDate: new Date(content.createdAt) },
  });
  const page = pageOf(content.size);
  const sheet: PaperSheet = { setter, content, page, y: page.top, onNewPage: () => undefined };
  const pages = () => setter.document.bufferedPageRange().count;
  if (content.kind === 'catalogue') drawCover(sheet, cover);
  return {
    drawPiece(piece, picture) {
      if (content.kind === 'catalogue') drawPiecePage(sheet, piece, picture);
    },
    async takeBytes() {
      // The document hands over what it has written only in the next turn of the event loop.
      await setImmediate();
      return { bytes: take(), pages: pages() };
    },
    async finish() {
      if (content.kind === 'catalogue') finishCatalogue(sheet);
      if (content.kind === 'list') drawList(sheet);
      if (content.kind === 'labels') drawLabels(sheet);
      const count = pages();
      return { bytes: await finish(), pages: count };
    },
  };
}

/** The width and height of the paper's pages, in points. */
function sizeOf({ kind, size, labelSize }: PaperContent): [number, number] {
  if (kind !== 'labels') {
    const { width, height } = pageOf(size);
    return [width, height];
  }
  const { sheet } = labelGrid(size, labelSize);
  return [sheet.width * millimetre, sheet.height * millimetre];
}
