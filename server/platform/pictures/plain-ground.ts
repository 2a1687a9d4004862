/** The colour behind transparent parts of a picture, and behind one of unknown size, hex: `--color-mat` of tokens.css. */
export const plainGround = '#ece7de';
