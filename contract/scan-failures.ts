/** The failures of scans. errors.ts combines them with those of other features. */
export const scanFailures = {
  scanFormat: [415, 'Please choose a JPEG, PNG, TIFF or WebP file with one picture.'],
  scanTooLarge: [413, 'A scan may be at most 620 MB. Save it as JPEG of the highest quality.'],
  scanTooManyPixels: [413, 'A scan may have at most 200 million pixels. Reduce its size a little.'],
  scanTooHeavy: [
    413,
    'This kind of file takes too much memory for so many pixels. Save it as JPEG that is not progressive, as PNG that is not interlaced, or as TIFF, and upright.',
  ],
  scanNeedsPicture: [
    409,
    'First choose a picture of the piece that is stored in the shop, and save: a scan has the same framing.',
  ],
  scanProportions: [
    409,
    'The scan is {scan} wide for each 1 high, and the picture of the piece {picture}. Cut it to the framing of the picture.',
  ],
  scanNotFound: [404, 'This piece has no scan any more.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;
