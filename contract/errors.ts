import { accountFailures } from './account-failures.ts';
import { certificateFailures } from './certificate-failures.ts';
import { importFailures } from './import-failures.ts';
import { intakeFailures } from './intake-failures.ts';
import { lightFailures } from './light-failures.ts';
import { orderFailures } from './order-failures.ts';
import { paymentFailures } from './payment-failures.ts';
import { scanFailures } from './scan-failures.ts';
import { unavailableFailures } from './unavailable.ts';

/**
 * The status code and the message of every failure. A rule returns `refuse('sold', { name })`, the server sends it as JSON,
 * and the page shows the message.
 */
export const failures = {
  // Any call
  invalidInput: [400, 'Please check what you entered.'],
  signInNeeded: [401, 'Please sign in to continue.'],
  adminNeeded: [403, 'Access denied. Admin privileges required.'],
  roleNeeded: [403, 'Your role does not allow this. Please ask an owner of the shop.'],
  confirmationNeeded: [403, 'Please confirm with your password that it is you.'],
  secondFactorNeeded: [403, 'Please set up a second factor for your account first.'],
  unknownPath: [404, 'There is nothing at this address.'],
  wrongMethod: [405, 'This address does not take that method.'],
  tooLarge: [413, 'That is too large to be accepted.'],
  wrongMediaType: [415, 'This call takes JSON.'],
  formNeeded: [415, 'This call takes files, as a form sends them (multipart/form-data).'],
  tooMany: [429, 'Too many attempts. Please try again in {minutes} minutes.'],
  tooManyForNow: [429, 'Too many attempts. Please try again in 1 minute.'],
  internalError: [500, 'Something went wrong on our side. Please try again.'],
  oembedUrlNeeded: [400, 'Please give the url of a page.'],
  oembedUnknown: [404, 'No page of the shop has this url.'],
  oembedFormat: [501, 'Only JSON is offered.'],
  noSpace: [503, 'The shop cannot save anything right now: its disk is full or failing. Nothing was changed.'],
  workKilled: [
    503,
    'The server had to stop this work, probably because it has too little memory. Please try again in a moment. If it stops again, choose a smaller file, or ask whoever runs the server for more memory.',
  ],
  unavailable: [503, 'The shop is busy right now. Please try again in a moment.'],
  tooManyStreams: [503, 'Too many pages of the shop are open at your address. Please close some of them.'],

  ...accountFailures,

  // Catalog, private links, reservations and waiting lists
  listingNotFound: [404, 'Listing not found'],
  productChanged: [409, "'{name}' was changed by somebody else meanwhile."],
  nameAndPriceNeeded: [400, 'Please fill in required fields (Name and Price)'],
  listingInLiveOrder: [409, "'{name}' is in an order. Cancel the order first."],
  listingBeingPaid: [409, "'{name}' is in an order that is being paid right now."],
  soldPriceStays: [409, "'{name}' is sold, so its price stays."],
  priceImpossible: [409, "'{name}' would have a price that is not possible."],
  undoTooLate: [409, 'A minute has passed, so nothing was undone.'],
  reservationBeingPaid: [409, 'Somebody who has the same link is paying right now.'],
  privateLinkNotFound: [404, 'This link opens nothing. It may have been replaced by a newer one.'],
  privateLinkEnded: [409, 'This link has ended.'],
  privateEndImpossible: [400, 'The end must be in the future, within a year.'],
  privateEmailNeeded: [400, 'Please give the email address that gets the link.'],
  privateRoomPrices: [
    400,
    'A viewing room shows the prices of the collection. To set your own prices, make an offer instead.',
  ],
  listingIsDraft: [409, "'{name}' is a draft. Make it private or list it before you show it to clients."],
  listingReserved: [409, "'{name}' is reserved for somebody."],
  noWaitingList: [409, 'This shop has no waiting lists.'],
  waitingNotNeeded: [409, "'{name}' can be bought now, so nobody waits for it."],
  waitingNeedsConfirmedEmail: [
    409,
    'Please confirm your email address first: the link is in the email we sent you. We tell you there when it is your turn.',
  ],
  waitingListFull: [409, "The waiting list for '{name}' is full."],
  waitsForTooMuch: [409, 'You wait for {limit} pieces already. Leave one list to join another.'],
  notWaiting: [404, 'This person does not wait for the piece any more.'],
  editionReserved: [409, "'{name}' is an edition, and only unique pieces can be reserved."],
  listingOnHold: [409, "'{name}' is on hold: somebody is paying for it right now."],

  // Artists
  artistNotFound: [404, 'Artist not found'],
  seriesNotFound: [404, 'Series not found'],
  nameTaken: [409, "There is '{name}' already."],
  recordChanged: [409, "'{name}' was changed by somebody else meanwhile."],

  // Cart and saved listings
  listingSold: [409, 'This piece has been sold'],
  listingUnavailable: [409, 'This piece is no longer available'],
  tooManySaved: [409, 'You have saved {limit} pieces. Remove one to save another.'],

  // Alerts
  alertsOff: [404, 'This shop sends no alerts.'],
  alertNotNeeded: [409, "'{name}' can be bought now."],
  alertEnded: [404, 'This alert has ended.'],
  tooManyAlerts: [409, 'You have {limit} alerts. Stop one to add another.'],

  // Holds and checkout
  nothingToBuy: [400, 'There is nothing to check out.'],
  ...unavailableFailures,
  priceChanged: [409, "The price of '{name}' has changed"],
  tooManyHolds: [
    409,
    'An account can hold at most {count} pieces at once before its email address is confirmed. Please confirm it, or buy fewer pieces at once.',
  ],
  heldTooLong: [
    409,
    "You have held '{name}' for as long as one account may within a day. You can hold it again from {time}.",
  ],
  holdEndedByShop: [429, "The gallery ended your hold on '{name}'. You can hold it again from {time}."],
  tooManyHoldsNearby: [
    429,
    'Too many pieces are held from your internet connection right now. Please try again in {minutes} minutes.',
  ],
  tooManyHoldsNearbyForNow: [
    429,
    'Too many pieces are held from your internet connection right now. Please try again in 1 minute.',
  ],
  tooManyAtOnce: [409, 'At most {count} unique pieces can be bought at once. Please take some out of your cart.'],
  heldTooLongNearby: [
    429,
    "'{name}' was held for too long from your internet connection. It can be held again from {time}.",
  ],
  givenBackTwice: [409, "You have bought '{name}' and given it back more than once. You can buy it again from {time}."],
  keyReused: [409, 'This Idempotency-Key was used for another request.'],
  checkoutNotFound: [404, 'Order not found'],
  checkoutDiffers: [409, 'These are not the pieces of this order.'],
  checkoutEnded: [409, 'This order can no longer be paid.'],

  // Delivery
  deliveryNeeded: [400, 'Please choose how your order reaches you.'],
  deliveryNotPriced: [
    400,
    'We have no price for the delivery of this order to your address. Please write to us first.',
  ],
  deliveryNotOffered: [400, 'This delivery is not offered for your address. Please choose another one.'],
  deliveryPriceChanged: [409, 'The price of the delivery is {price} now.'],
  deliveredOrderCannotGrow: [
    409,
    'The delivery of this order was priced for its pieces. Please buy the further pieces in a new order.',
  ],

  ...paymentFailures,

  ...orderFailures,

  // Media
  notAPicture: [415, 'Please choose PNG, JPEG, WebP, AVIF, HEIC or TIFF pictures.'],
  pictureNotProcessed: [
    503,
    '{name} could not be processed: the server had to stop, probably because it has too little memory for it. Nothing of this upload was stored. Choose a smaller photograph, or ask whoever runs the server for more memory.',
  ],
  pictureTooLarge: [413, 'A picture may be at most 15 MB.'],
  pictureTooManyPixels: [413, 'A picture may have at most 100 million pixels.'],
  pictureSideTooLong: [413, 'A picture may have at most 16,383 pixels on each side.'],
  heicTooManyPixels: [413, 'A HEIC picture may have at most 50 million pixels. Export it as JPEG.'],
  tooManyPictures: [413, 'At most 20 pictures at once.'],
  logoNotAnImage: [415, 'Please select an image file'],
  logoTooLarge: [413, 'File size must be less than 5MB'],
  noFile: [400, 'Please choose a file.'],

  closeLookChanged: [409, 'Somebody else has changed this meanwhile.'],
  ...scanFailures,
  ...lightFailures,

  ...importFailures,

  ...intakeFailures,

  ...certificateFailures,

  // Settings
  settingsIncomplete: [400, 'Some settings need a look.'],
  settingsChanged: [409, 'Somebody else has changed these settings meanwhile.'],
  letterNotFound: [404, 'Email not found'],
  letterNotFailed: [409, 'Only an email that was given up can be sent again, and none about a password or a sign-in.'],
  ownAddressNeeded: [409, 'Please set an email address of your own in your profile first.'],

  // Enquiries, and holds that an admin ends
  holdNotFound: [404, 'Nobody holds this piece.'],
  enquiryNotFound: [404, 'Enquiry not found'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type FailureCode = keyof typeof failures;

/**
 * An expected failure, returned as a value. `details` are sent beside `message`, for example `unavailable` or `issues`.
 */
export interface Refusal {
  readonly refused: FailureCode;
  readonly status: number;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Id of the account that the refusal is about, if it is not the caller's. Logged as a security event, never sent. */
  readonly account?: string;
}

/** The refusal with this code. `names` fill in the placeholders of its message. */
export function refuse(
  code: FailureCode,
  names: Readonly<Record<string, string | number>> = {},
  details: Readonly<Record<string, unknown>> = {},
): Refusal {
  const [status, template] = failures[code];
  const message = template.replace(/\{(\w+)\}/g, (whole, key: string) => String(names[key] ?? whole));
  return { refused: code, status, message, details };
}

export function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'refused' in answer;
}
