/** The little that is asked of fontkit, which brings no types of its own. */
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
    /** PDFKit takes an opened font as it is (PDFFontFactory.open), which its types do not say. */
    registerFont(name: string, src: import('fontkit').Font): this;
  }
}
