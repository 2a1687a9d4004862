/** Failures of payments, refunds and bank transfers. Part of `failures` in errors.ts. */
export const paymentFailures = {
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
  tooManyByTransfer: [
    409,
    'Before your first paid order, at most {count} pieces can be reserved by bank transfer at once. Please take some out, or choose another way to pay.',
  ],
  tooManyByTransferNearby: [
    429,
    'Many pieces are reserved by bank transfer from your internet connection already. Please choose another way to pay, or use another connection.',
  ],
  reservedBefore: [
    409,
    "'{name}' was reserved for you by bank transfer and not paid. You can reserve it that way again from {time}, or choose another way to pay now.",
  ],
  reservedBeforeNearby: [
    429,
    "'{name}' was reserved by bank transfer from your internet connection several times and not paid. It can be reserved that way again from {time}; other ways to pay work now.",
  ],
  otherSum: [409, 'This order costs {total}: record the whole sum.'],
  tooMuchReceived: [409, 'Only {left} of this order is left to pay. Record at most that, and send the rest back.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;
