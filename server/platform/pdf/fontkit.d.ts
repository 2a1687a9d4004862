/** The part of fontkit that we use: it has no types of its own. */
declare module 'fontkit' {
  export interface Font {
    readonly characterSet: readonly number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): object;
  }
  export function create(file: Buffer): Font;
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** PDFKit also accepts an opened font (PDFFontFactory.open); its types lack that. */
    registerFont(name: string, src: import('fontkit').Font): this;
  }
}
