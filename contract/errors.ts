import { intakeFailures } from './intake-failures.ts';
import { lightFailures } from './light-failures.ts';
import { scanFailures } from './scan-failures.ts';
import { unavailableFailures } from './unavailable.ts';

/**
 * The message and the status code of every failure. A rule returns `refuse('sold', { name })`, the server sends it as JSON,
 * and the page shows the message. refuse() fills in placeholders such as `{name}`.
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
  internalError: [500, 'Something went wrong on our side. Please try again.'],
  oembedUrlNeeded: [400, 'Please give the url of a page.'],
  oembedUnknown: [404, 'No page of the shop has this url.'],
  oembedFormat: [501, 'Only JSON is offered.'],
  noSpace: [503, 'The shop cannot save anything right now: its disk is full or failing. Nothing was changed.'],
  unavailable: [503, 'The shop is busy right now. Please try again in a moment.'],
  tooManyStreams: [503, 'Too many pages of the shop are open at your address. Please close some of them.'],

  // Accounts
  userNotFound: [404, 'User not found. Please register first.'],
  incorrectPassword: [401, 'Incorrect password'],
  emailTaken: [409, 'An account with this email already exists. Please sign in.'],
  currentPasswordWrong: [403, 'Current password is incorrect'],
  passwordGuessable: [400, 'This password is easy to guess. Please choose another one.'],
  linkInvalid: [400, 'This link has been used or has run out.'],
  secondFactorExpired: [400, 'This sign-in has run out. Please sign in again.'],
  codeWrong: [403, 'This code is not right. The app shows a new one every 30 seconds.'],
  codeUsed: [403, 'This code has been used. Please wait for the next one, at most 30 seconds.'],
  passkeyWrong: [403, 'This passkey was not accepted. Please try again, or use another way.'],
  passkeyExpired: [400, 'This took too long. Please try again.'],
  passkeyNotAdded: [400, 'This passkey could not be added. Please try again.'],
  passkeyKnown: [409, 'This passkey has been added already.'],
  passkeysImpossible: [409, 'Passkeys do not work at the address of this shop.'],
  noPasskey: [409, 'This account has no passkey that works here.'],
  tooManyPasskeys: [409, 'An account can have at most {count} passkeys. Please remove one first.'],
  noSuchPasskey: [404, 'Passkey not found'],
  appIsOn: [409, 'An authenticator app is on already. Remove it first.'],
  appNotBegun: [409, 'Please start again: the key of this app is not here any more.'],
  noSecondFactor: [409, 'Please set up your own second factor first.'],
  resetLinkInvalid: [400, 'This link has been used or has run out. Please ask for a new one.'],
  noSuchUser: [404, 'User not found'],
  lastOwner: [409, 'This is the last admin with the role owner. Make somebody else an owner first.'],
  accountBlocked: [403, 'This account is blocked. Please contact the gallery.'],
  ownBlock: [409, 'You cannot block your own account.'],
  ownAccount: [409, 'You cannot delete your own account here.'],

  // Catalog
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
  privateRoomPrices: [400, 'A viewing room shows the prices of the collection. Make an offer for own prices.'],
  listingIsDraft: [409, "'{name}' is a draft. Make it private or list it before you show it to clients."],
  listingReserved: [409, "'{name}' is reserved for somebody."],
  noWaitingList: [409, 'This shop has no waiting lists.'],
  waitingNotNeeded: [409, "'{name}' can be bought now, so nobody waits for it."],
  waitingNeedsConfirmedEmail: [
    409,
    'Please confirm your email address first: the link is in the email we sent you. We tell you there when it is your turn.',
  ],
  waitingListFull: [409, "So many people wait for '{name}' that nobody can join them now."],
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
  heldTooLongNearby: [
    429,
    "'{name}' was held for too long from your internet connection. It can be held again from {time}.",
  ],
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

  // Payments by a processor
  processorUnavailable: [
    503,
    'The payment service cannot be reached right now. Nothing was charged. Please try again in a moment.',
  ],
  noProcessor: [409, 'This shop simulates payments: there is no card processor to ask.'],
  noTestWithRealMoney: [409, 'A test purchase needs a test key. This shop takes real payments.'],
  paymentReplaced: [409, 'Another payment for this order was begun meanwhile. Please use that one.'],
  paymentUnderWay: [409, 'A payment for this order is under way. Please wait for its result.'],
  methodNotOffered: [409, 'This shop does not offer this way to pay. Please choose another one.'],
  otherPaymentUnderWay: [
    409,
    'Your bank decides about your order {id} right now. Please wait for its answer, so that you do not pay twice.',
  ],
  paytoRefused: [409, 'PayTo is not possible at the moment. Nothing was charged. Please choose another way to pay.'],
  paymentNotFound: [404, 'Payment not found'],
  signatureInvalid: [400, 'The signature of this event is not valid.'],
  notPaid: [
    409,
    'This order is not paid in full. Record the payment that arrived outside of the processor, or ask the buyer to pay.',
  ],
  paidOrderCannotGrow: [
    409,
    'A paid order cannot be charged again. Please buy the further pieces in a new order; pieces can be removed here.',
  ],
  onlyPaidRefunded: [409, 'Only a paid order can be refunded'],
  moneyChanged: [
    409,
    'The money of this order has changed since you opened it, and nothing was done. Please close this and look again.',
  ],
  refundDisputed: [409, "The buyer's bank disputes this payment. Nothing can be refunded before that is decided."],
  noFailedRefund: [409, 'No refund of this order has failed.'],
  refundTooHigh: [409, 'At most {most} is left to refund.'],
  refundBelowPieces: [409, 'The removed pieces cost {least}: refund at least that.'],
  notInOrder: [409, 'These pieces are not in this order.'],
  onlyPendingPaid: [409, 'Only a pending order can be paid'],
  statementUnreadable: [
    400,
    'This file has no columns of days and amounts. Please export the transactions of the account as CSV.',
  ],
  statementTooLarge: [413, 'A statement may have at most 2 MB and 20,000 rows. Please export a shorter period.'],
  bankRowNotFound: [404, 'This row is not in any statement that was uploaded.'],
  bankRowUsed: [409, 'The money of this row was recorded for order {id}.'],
  moreThanRow: [409, 'This row has {most}: record at most that.'],
  transferWaits: [409, 'Your order {id} waits for your bank transfer. Pay it or cancel it first.'],
  inTransferOrder: [409, "'{name}' is in your order {id}, which waits for your bank transfer."],
  transferTooHigh: [409, 'Orders over {most} cannot be paid by bank transfer.'],
  transferNeedsConfirmedEmail: [409, 'Please confirm your email address first: the link is in the email we sent you.'],
  otherSum: [409, 'This order costs {total}: record the whole sum.'],
  tooMuchReceived: [409, 'Only {left} of this order is left to pay. Record at most that, and send the rest back.'],

  // Orders
  orderNotFound: [404, 'Order not found'],
  onlyPaidModified: [409, 'Only paid orders can be modified'],
  onlyPaidCancelled: [409, 'Only paid orders can be cancelled'],
  orderNeedsItems: [400, 'An order needs at least one piece. Cancel the order instead.'],
  listingDeleted: [409, "'{name}' no longer exists in the shop."],
  onlyPaidShipped: [409, 'Only paid orders can be shipped'],
  onlyPaidPacked: [409, 'Only paid orders can be packed'],
  noAppointment: [409, 'Only a paid order that its buyer collects has an appointment'],
  appointmentOver: [400, 'Please choose today or a later day.'],
  onlyShippedDelivered: [409, 'Only shipped orders can be delivered'],
  pieceNotInOrder: [404, 'This piece is not in this order.'],
  pieceSent: [409, "'{name}' has been sent already."],
  trackingNumberNeeded: [400, 'Please give the tracking number of {carrier}.'],
  shippedInFuture: [400, 'A shipment cannot leave in the future.'],
  shipmentNotFound: [404, 'Shipment not found'],
  orderArrived: [409, 'This order has been delivered. Set its status to shipped before you remove a shipment.'],
  shipmentsRemain: [409, 'Pieces of this order have been sent. Remove its shipments first.'],
  piecesLeftToSend: [409, 'Not all pieces of this order have been sent. Send the others first.'],
  partlySent: [409, 'A part of your order is on its way, so it cannot be changed here. Please write to us.'],
  noteNotFound: [404, 'Note not found'],
  tooManyNotes: [409, 'An order can have at most {count} notes. Please remove one first.'],
  noAdjustmentNote: [404, 'Adjustment note not found'],
  onlySoldReturned: [409, 'Only pieces of a paid order can be returned'],
  returnPeriodOver: [
    409,
    'The time in which this order could be returned is over. If something is wrong with a piece, please write to us.',
  ],
  pieceInReturn: [409, "'{name}' is in a return already."],
  tooManyReturns: [409, 'An order can have at most {count} returns. Please write to us.'],
  returnNotFound: [404, 'Return not found'],
  returnMovedOn: [409, 'This return is {state} by now.'],
  restockNeedsRefund: [409, 'A piece can be for sale again only if its price is refunded.'],
  noParcel: [409, 'Only paid orders have a packing slip and customs data'],
  noCustoms: [409, 'This order does not leave the country of the shop, so customs ask for nothing.'],
  customsNeedSender: [409, 'Customs need the address of the shop. Please enter it under Settings, Shop.'],
  customsIncomplete: [409, 'Customs need to know more about {pieces}.'],
  noInvoice: [409, 'There is no invoice for this order.'],

  // Media
  notAPicture: [415, 'Please choose PNG, JPEG, WebP, AVIF, HEIC or TIFF pictures.'],
  pictureTooLarge: [413, 'A picture may be at most 15 MB.'],
  pictureTooManyPixels: [413, 'A picture may have at most 100 million pixels.'],
  heicTooManyPixels: [413, 'A HEIC picture may have at most 50 million pixels. Export it as JPEG.'],
  tooManyPictures: [413, 'At most 20 pictures at once.'],
  logoNotAnImage: [415, 'Please select an image file'],
  logoTooLarge: [413, 'File size must be less than 5MB'],
  noFile: [400, 'Please choose a file.'],

  ...scanFailures,
  ...lightFailures,

  // Import and export of pieces
  importUnreadable: [400, '{reason}'],
  importTooLarge: [413, 'A file of pieces may have at most 10 MB. Please split it.'],
  importTargetTwice: [400, 'Two columns cannot both become “{target}”. Leave one of them out.'],
  importTargetsWrong: [400, 'These are not the columns of this file. Please load the page again.'],
  importNotFound: [404, 'This import is not here any more. Please choose the file again.'],
  importOver: [409, 'This file has been imported already.'],
  importReplanned: [409, 'The columns were changed meanwhile. Please look again before you import.'],
  importNamesAdded: [409, 'An artist or a series in row {row} was added meanwhile. Please look again.'],
  importEmpty: [409, 'There is nothing to import: no row is new or changes a piece.'],
  importRowsRefused: [409, 'Some rows cannot be read. Correct them in the file, or leave them out.'],
  importOutdated: [
    409,
    'Nothing was imported, because pieces were changed or imported since the dry run: {names}. Please look again.',
  ],
  importFailed: [409, 'Nothing was imported. Row {row}, {name}: {reason}'],
  importNotMade: [409, 'This file was not imported, so there is nothing to take back.'],
  importUndone: [409, 'This import was taken back already.'],
  importUndoOver: [409, 'The 24 hours in which this import could be taken back are over.'],

  // Intake
  ...intakeFailures,

  // Settings
  settingsIncomplete: [400, 'Some settings need a look.'],
  settingsChanged: [409, 'Somebody else has changed these settings meanwhile.'],
  letterNotFound: [404, 'Email not found'],
  certificateNotFound: [404, 'The shop has issued no certificate with this number.'],
  certificateOfEdition: [409, 'Only a piece of which there is one can have a certificate.'],
  certificateThere: [409, 'This piece has a certificate: {number}. Replace it to change what it says.'],
  listingCertified: [
    409,
    "'{name}' has the certificate {number}, which says that there is one. Revoke it before you make it an edition.",
  ],
  paperNotFound: [404, 'This paper was deleted. You can make it again.'],
  paperNotDone: [409, 'This paper is not made yet.'],
  paperQueueFull: [409, 'Other papers are waiting already. Please try again when one of them is done.'],
  paperWithoutPieces: [409, 'None of these pieces can be in it: they are discontinued or deleted.'],
  provenanceEntryNotFound: [404, 'This entry is not in the provenance, or was corrected before.'],
  provenanceFull: [409, 'This piece has as many entries as it may have.'],
  orderWithoutProvenance: [404, 'The shop keeps no provenance of the pieces of this order.'],
  closeLookChanged: [409, 'Somebody else has changed this meanwhile.'],
  conditionReportNotFound: [404, 'There is no such condition report. It may have been deleted.'],
  conditionReportsFull: [409, 'This piece has as many condition reports as it may have.'],
  conditionOfEdition: [409, 'Only a piece of which there is one can have a condition report.'],
  conditionReportIssued: [409, 'This report was issued, so it never changes. Write a new one.'],
  conditionReportChanged: [409, 'Somebody else has changed this draft meanwhile. Load the page again to see it.'],
  conditionReportIncomplete: [409, 'Before it can be issued, the report needs {missing}.'],
  conditionReportNotIssued: [409, 'This report is not issued, or was withdrawn.'],
  noConditionReport: [409, 'This piece has no condition report that is issued.'],
  conditionLinkNotFound: [404, 'This link opens nothing.'],
  conditionLinkEnded: [409, 'This link has ended.'],
  certificateRevoked: [409, 'This certificate was revoked before.'],
  certificateKeyMissing: [
    409,
    'The key that signs certificates is missing on this machine, or is another one. Put the file certificate.key back or set CERTIFICATE_KEY; if it is lost, run npm run rotate-certificate-key.',
  ],
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
