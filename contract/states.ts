/**
 * Fixed lists (states of orders and listings, ways to pay, ranges of time), and the rules for what each state allows
 * (docs/behaviour/orders.md, 4 to 6). Both the server and the pages use these rules.
 */
export const orderStatuses = ['pending', 'processing', 'paid', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const listingStatuses = ['available', 'sold', 'discontinued'] as const;
export type ListingStatus = (typeof listingStatuses)[number];

/** Filters for the listings of the admin panel: a status, `reserved` (held or reserved for somebody), or who sees them. */
export const listingFilters = [
  'available',
  'reserved',
  'sold',
  'discontinued',
  'draft',
  'scheduled',
  'private',
] as const;
export type ListingFilterName = (typeof listingFilters)[number];

/** Payment methods of simulated payments. */
export const simulatedMethods = ['credit', 'paypal', 'bank'] as const;
export type SimulatedMethod = (typeof simulatedMethods)[number];

/** Whether payments with this method are simulated, unless a processor made them. */
export const isSimulated = (method: PaymentMethod): boolean =>
  simulatedMethods.some((simulated) => simulated === method);

/**
 * The simulated methods and, if the owner offers them: `payto`, from a bank account through the processor, and `transfer`, to the owner's
 * bank account without a processor.
 */
export const checkoutMethods = [...simulatedMethods, 'payto', 'transfer'] as const;
export type CheckoutMethod = (typeof checkoutMethods)[number];

/** The methods of the checkout, and those that only an owner records: `cash`, and `terminal`, a card at the gallery's own card terminal. */
export const paymentMethods = [...checkoutMethods, 'cash', 'terminal'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Of a charge or refund in the payments record. */
export const paymentStates = ['authorised', 'captured', 'pending', 'succeeded', 'failed', 'disputed'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Of a buyer's attempt to pay at the processor (docs/behaviour/payments.md). */
export const attemptStates = [
  'opening',
  'open',
  'authorised',
  'capturing',
  'captured',
  'releasing',
  'released',
  'refunding',
  'refunded',
  'expired',
  'failed',
  'attention',
] as const;
export type AttemptState = (typeof attemptStates)[number];

/** Why a payment was declined, as its buyer may know it. `bank`: any other reason. */
export const declineReasons = [
  'funds',
  'limit',
  'expired',
  'details',
  'authentication',
  'unsupported',
  'again',
  'bank',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** Of a return, which is a record beside its order (docs/behaviour/returns.md). */
export const returnStates = ['requested', 'approved', 'declined', 'received', 'closed'] as const;
export type ReturnState = (typeof returnStates)[number];
export const returnStateLabel: Readonly<Record<ReturnState, string>> = {
  requested: 'Requested',
  approved: 'Approved',
  declined: 'Declined',
  received: 'Arrived',
  closed: 'Closed',
};
export type ReturnStep = 'approve' | 'decline' | 'receive' | 'close' | 'withdraw';

const returnSteps: Readonly<Record<ReturnState, Readonly<Partial<Record<ReturnStep, ReturnState>>>>> = {
  requested: { approve: 'approved', decline: 'declined', withdraw: 'closed' },
  approved: { receive: 'received', withdraw: 'closed' },
  received: { close: 'closed' },
  declined: {},
  closed: {},
};

/** The state of a return after a step; null if the step is not possible in `state`. */
export const returnAfter = (state: ReturnState, step: ReturnStep): ReturnState | null =>
  returnSteps[state][step] ?? null;

/** Whether a return can still change. Until it ends, its pieces cannot be in another one. */
export const isOpenReturn = (state: ReturnState): boolean => Object.keys(returnSteps[state]).length > 0;

export const australianStates = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const;
export type AustralianState = (typeof australianStates)[number];

/** The rules of BPAY for the last digit of a customer reference number. The owner's bank says which one it expects. */
export const crnRules = ['MOD10V05', 'MOD10V01'] as const;
export type CrnRule = (typeof crnRules)[number];

/** `open`: an owner has yet to say which order a row of a bank statement pays; `dismissed`: an owner said that it pays none. */
export const bankRowStates = ['open', 'recorded', 'dismissed'] as const;
export type BankRowState = (typeof bankRowStates)[number];

export const timeRanges = ['day', 'month', 'year'] as const;
export type TimeRange = (typeof timeRanges)[number];

const rulesOf = (status: OrderStatus) => ({
  /** Its listings are sold to the buyer and its total is charged. */
  ownsListings: status === 'processing' || status === 'paid' || status === 'shipped' || status === 'delivered',
  canEdit: status === 'paid',
  canCancel: status === 'paid',
  hasInvoice: status !== 'pending' && status !== 'cancelled',
  /** Counted by the sales analytics (docs/behaviour/analytics.md, 1). */
  isSale: status === 'paid' || status === 'shipped' || status === 'delivered',
});

export const ownsListings = (status: OrderStatus) => rulesOf(status).ownsListings;
export const canEdit = (status: OrderStatus) => rulesOf(status).canEdit;
export const canCancel = (status: OrderStatus) => rulesOf(status).canCancel;
export const hasInvoice = (status: OrderStatus) => rulesOf(status).hasInvoice;
export const isSale = (status: OrderStatus) => rulesOf(status).isSale;

export const owningStatuses: readonly OrderStatus[] = orderStatuses.filter(ownsListings);
export const saleStatuses: readonly OrderStatus[] = orderStatuses.filter(isSale);

/** Label of the status badge. */
export const orderStatusLabel: Readonly<Record<OrderStatus, string>> = {
  pending: 'Pending',
  processing: 'Processing',
  paid: 'Paid',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** Whether a listing can be added to a cart or an order. Holds of other buyers are checked at checkout. */
export const canBuy = (listing: { status: ListingStatus }) => listing.status === 'available';
