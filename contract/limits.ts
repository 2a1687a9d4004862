/** Lengths, sizes and counts that both sides hold to. Lengths in characters, sizes in bytes, times in milliseconds. */
export const limits = {
  id: 64,
  name: 200,
  email: 254,
  phone: 40,
  shortText: 200,
  address: 300,
  longText: 20_000,
  message: 5_000,
  subject: 200,
  url: 2_000,
  altText: 500,
  searchText: 200,
  passwordMinimum: 6, // SPEC.md §5
  passwordMaximum: 1_024,
  cardText: 64,

  pageSize: 200,
  listWithoutPage: 1_000,
  piecesPerCheckout: 50,
  imagesPerListing: 30,
  idempotencyKey: 255,

  jsonBody: 1_048_576,
  picture: 15 * 1_048_576,
  picturesPerUpload: 20,
  picturePixels: 100_000_000,
  logo: 5_242_880, // this many bytes is already too many (SPEC.md §9, CONTRACT.md)

  yearEarliest: 1,
  yearLatest: 9999,
} as const;

const minute = 60_000;
const hour = 60 * minute;

export const durations = {
  idempotencyKept: 24 * hour,
  expiredCheckoutConfirmable: 24 * hour,
  passwordReset: hour,
  online: 5 * minute,
  signInWindow: 15 * minute,
  session: 30 * 24 * hour,
  /** SPEC.md §9: the wait between creating the checkout and confirming the payment. */
  simulatedPayment: 1_500,
  cartOpensAfterAdd: 100,
  scrollAfterNavigation: 100,
  floatingCartShown: 2_000,
  scriptLoad: 120_000,
} as const;

/** A buyer's renewals in a row last at most this many times the hold (CONTRACT.md, POST /holds). */
export const longestHoldInRow = 3;
