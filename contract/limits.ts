/** Limits that the server and the pages share. Lengths are in characters, file sizes in bytes. */
export const limits = {
  id: 64,
  name: 200,
  email: 254,
  phone: 40,
  shopName: 80,
  postcode: 20,
  shortText: 200,
  /** Texts of a few lines. */
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
  /** Pieces that one account can wait for. */
  waitedFor: 50,
  /** Accounts that can wait for one piece. */
  peopleWaiting: 500,
  alertsPerPerson: 100,
  notesPerOrder: 200,
  deliveryZones: 500,
  /** Carriers that an owner adds to the known ones. */
  ownCarriers: 20,
  exhibitionsPerArtist: 100,
  /** Entries of one listing, corrections included. */
  provenanceEntries: 200,
  imagesPerListing: 30,
  /** Described details of a piece in the viewer. The keys 1 to 9 lead to the first nine. */
  detailsPerPiece: 12,
  /** The least width and height of a box in a picture, as fractions of the width and height of the picture. */
  boxSide: 0.01,
  /** Photographs of one piece under lights from known directions. */
  lightPhotographs: 8,
  /** With fewer photographs under lights, the viewer shows none of them. */
  leastLightPhotographs: 3,
  /** Reports of one listing, drafts and withdrawn ones included. */
  conditionReports: 50,
  /** Photographs of one condition report. */
  conditionPhotographs: 12,
  marksPerPhotograph: 40,
  /** Photographs that can wait in the intake; `intakePieces`: the pieces that they are grouped into. */
  intakePictures: 1_000,
  intakePieces: 300,
  /** Length of a cell of the grid. Larger than the limits of the fields, so that a text that is too long is stored and marked. */
  intakeCell: 1_000,
  idempotencyKey: 255,

  /** Size of a JSON body where people with an account may call. */
  jsonBody: 786_432,
  /** Size of a JSON body where anybody may call. */
  publicBody: 65_536,
  picture: 15 * 1_048_576,
  picturesPerUpload: 20,
  picturePixels: 100_000_000,
  /** Pixels of each side of a picture: the most that WebP can have. */
  pictureSide: 16_383,
  /**
   * Decoding HEIC takes three times the memory of other formats. The largest photograph of a phone has 48.8 million
   * pixels.
   */
  heicPixels: 50_000_000,
  /** Size of a statement of the bank, a CSV file. */
  statement: 2_097_152,
  statementRows: 20_000,
  /** Size of a CSV file of pieces. */
  importFile: 10 * 1_048_576,
  importRows: 5_000,
  importColumns: 200,
  /** Length of one row of a file of pieces. */
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

/** Lengths of time in milliseconds. */
export const durations = {
  idempotencyKeyLifetime: 24 * hour,
  expiredCheckoutConfirmable: 24 * hour,
  /** How long a sign-in waits for the second factor. */
  secondFactor: 10 * minute,
  passwordReset: hour,
  /** The limits of holds count the holds within this time. */
  holdWindow: 24 * hour,
  /** How long it counts that somebody kept a listing without buying it, by a transfer, a turn or a paid order. */
  unusedWindow: 30 * 24 * hour,
  /** How long the same people cannot have it again after that; four times as long each further time. */
  rest: 24 * hour,
  emailConfirmation: 7 * 24 * hour,
  /** A link that confirms an address, or an alert, is not sent again before this time has passed. */
  confirmationAgain: 24 * hour,
  /** How long the link that confirms an alert works. Afterwards the alert is deleted. */
  alertConfirmation: 7 * 24 * hour,
  /** How long the link to a condition report works. */
  conditionLink: 30 * 24 * hour,
  emailChangeUndo: 7 * 24 * hour,
  online: 5 * minute,
  signInWindow: 15 * minute,
  confirmation: 15 * minute,
  /** How long a piece in the intake is kept after its last change. */
  intake: 7 * 24 * hour,
  session: 30 * 24 * hour,
  /** How long an invitation to run the shop can be accepted. */
  invitation: 7 * 24 * hour,
  /** Sessions of people with a role end after so long without use, and after so long in any case. */
  adminSessionUnused: 12 * hour,
  adminSession: 7 * 24 * hour,
  /** How long pieces are held while the buyer pays on the processor's page, which stays open for at least 30 minutes. */
  processorPage: 31 * minute,
  /** How long the browser waits between creating a checkout and confirming a simulated payment. */
  simulatedPayment: 1_500,
  cartOpensAfterAdd: 100,
} as const;

/**
 * The number of hold lengths that a hold with all its renewals may last; the same for all holds of one person on one listing within
 * a day together (docs/behaviour/checkout.md, 2 and 21).
 */
export const longestHoldFactor = 3;

/**
 * How much one person (an account, or all accounts of one mailbox) and one network may keep from others in each way, with RATE_LIMITS=on
 * (decision 0068; docs/behaviour/checkout.md, 20 to 24 and 33 to 35; waiting-list.md, 11 to 13). What the shop reserves has no limits.
 */
export const keepLimits = {
  hold: {
    /** Listings at once of a person who has neither confirmed the email address nor ever paid. */
    ofNewPerson: 5,
    /** Listings that all accounts at one client address can hold or reserve by transfer at once. */
    ofNetwork: 20,
    /** Hold lengths per day for which the accounts at one client address that have never paid can hold one listing. */
    lengthsOfNetwork: 12,
  },
  /** For people who have never paid. */
  transfer: { ofPerson: 3, ofNetwork: 9, unusedOfPerson: 0, unusedOfNetwork: 1 },
  /** A paid order that its buyer gave back. */
  order: { unusedOfPerson: 1 },
  turn: {
    /** Turns that run at once. */
    ofPerson: 1,
    ofNetwork: 1,
    /** Turns on one listing, one after the other, from its return until it is free for everybody. */
    inARow: 10,
    inARowOfNetwork: 3,
    /** Milliseconds; a turn is never halved below this. */
    shortest: 2 * hour,
  },
} as const;
