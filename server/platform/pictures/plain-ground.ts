/** The colour behind transparent parts of a picture, and behind a picture of unknown size: `--color-mat` of tokens.css as hex. */
export const plainGround = '#ece7de';
