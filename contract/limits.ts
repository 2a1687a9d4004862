/** Limits that the server and the pages share. Lengths are in characters, file sizes in bytes. */
export const limits = {
  id: 64,
  name: 200,
  email: 254,
  phone: 40,
  shopName: 80,
  postcode: 20,
  shortText: 200,
  /** A few lines. */
  shortProse: 1_000,
  address: 300,
  longText: 20_000,
  message: 5_000,
  returnText: 2_000,
  returnsPerOrder: 20,
  subject: 200,
  invoiceWords: 1_000,
  url: 2_000,
  altText: 500,
  searchText: 200,
  passwordMinimum: 6,
  passwordMaximum: 1_024,
  cardText: 64,
  passkeyName: 60,
  passkeysPerAccount: 20,

  pageSize: 200,
  listWithoutPage: 1_000,
  listingsPerCheckout: 50,
  savedListings: 500,
  /** Pieces that one account waits for. */
  waitedFor: 50,
  /** Accounts that wait for one piece. */
  peopleWaiting: 500,
  alertsPerPerson: 100,
  notesPerOrder: 200,
  deliveryZones: 500,
  /** Carriers that an owner adds to the known ones. */
  ownCarriers: 20,
  exhibitionsPerArtist: 100,
  /** Of one listing, with corrections. */
  provenanceEntries: 200,
  imagesPerListing: 30,
  /** In the viewer. The keys 1 to 9 lead to the first nine. */
  detailsPerPiece: 12,
  /** The least width and height of a box in a picture, as a share of those of the picture. */
  boxSide: 0.01,
  /** Of one piece, under lights from known directions. */
  lightPhotographs: 8,
  /** With fewer the viewer has none. */
  leastLightPhotographs: 3,
  /** Of one listing, with drafts and withdrawn ones. */
  conditionReports: 50,
  /** Of one condition report. */
  conditionPhotographs: 12,
  marksPerPhotograph: 40,
  /** Photographs that wait in the intake, and the pieces that they are grouped into. */
  intakePictures: 1_000,
  intakePieces: 300,
  /** Of what is typed into a cell of the grid, so that a text that is too long can be marked instead of refused. */
  intakeCell: 1_000,
  idempotencyKey: 255,

  jsonBody: 1_048_576,
  picture: 15 * 1_048_576,
  picturesPerUpload: 20,
  picturePixels: 100_000_000,
  /**
   * Decoding HEIC takes three times the memory of other formats. The largest photograph of a phone has 48.8 million
   * pixels.
   */
  heicPixels: 50_000_000,
  /** Of the bank, as CSV. */
  statement: 2_097_152,
  statementRows: 20_000,
  /** Of pieces, as CSV. */
  importFile: 10 * 1_048_576,
  importRows: 5_000,
  importColumns: 200,
  /** Characters of one row. */
  importRow: 400_000,
  /** An uncompressed TIFF of `scanPixels` has 600 MB. */
  scanFile: 620_000_000,
  scanPixels: 200_000_000,
  logo: 5_242_880, // a file of exactly this size is refused

  yearEarliest: 1,
  yearLatest: 9999,
} as const;

const minute = 60_000;
const hour = 60 * minute;

/** Milliseconds. */
export const durations = {
  idempotencyKeyLifetime: 24 * hour,
  expiredCheckoutConfirmable: 24 * hour,
  /** Of a sign-in that waits for the second factor. */
  secondFactor: 10 * minute,
  passwordReset: hour,
  /** The limits of holds count what was held within this time. */
  holdWindow: 24 * hour,
  emailConfirmation: 7 * 24 * hour,
  /** Of the link that confirms an alert; afterwards what was asked for is deleted. */
  alertConfirmation: 7 * 24 * hour,
  /** Of the link to a condition report. */
  conditionLink: 30 * 24 * hour,
  emailChangeUndo: 7 * 24 * hour,
  online: 5 * minute,
  signInWindow: 15 * minute,
  confirmation: 15 * minute,
  /** What waits in the intake is kept for this long after its last change. */
  intake: 7 * 24 * hour,
  session: 30 * 24 * hour,
  /** A buyer's hold while they pay on the processor's page, which is open for 30 minutes at least. */
  processorPage: 31 * minute,
  /** Wait between creating the checkout and confirming the payment. */
  simulatedPayment: 1_500,
  cartOpensAfterAdd: 100,
  scrollAfterNavigation: 100,
  floatingCartShown: 2_000,
  scriptLoad: 120_000,
} as const;

/**
 * Renewals of a hold last at most this many hold lengths together, and so do all holds of one account on one listing within
 * a day (docs/behaviour/checkout.md, 2 and 21).
 */
export const longestHoldFactor = 3;

/** Limits of holds, with RATE_LIMITS=on (docs/behaviour/checkout.md, 20 to 24). */
export const holdLimits = {
  /** Listings at once, of an account that has neither confirmed its email address nor ever paid. */
  ofNewAccount: 5,
  /** Listings at once, of all accounts at one client address. */
  ofNetwork: 20,
  /** For how many hold lengths a day the accounts of one client address that never paid may hold one listing. */
  lengthsOfNetwork: 12,
} as const;
