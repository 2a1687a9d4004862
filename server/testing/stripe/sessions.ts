import type Stripe from 'stripe';
import { z } from 'zod';
import { type Account, intentOf, type SessionRecord, sessionOf } from './account.ts';
import { StripeFailure, wrongParameter } from './failures.ts';
import { cancelIntent } from './intents.ts';
import { metadata, whole } from './parameters.ts';

/** Seconds. */
const halfAnHour = 30 * 60;
/** Seconds. */
const oneDay = 24 * 60 * 60;
/** Cents. */
const minimumAmount = 50;
const captureMethod = z.enum(['manual', 'automatic', 'automatic_async']).optional();
const paymentMethods = z
  .array(z.enum(['card', 'payto']))
  .min(1)
  .optional();

/** The parameters of a new Checkout Session that this fake accepts; it refuses any other. */
export const newSession = z.strictObject({
  mode: z.literal('payment'),
  ui_mode: z.literal('hosted_page').optional(),
  line_items: z
    .array(
      z.strictObject({
        quantity: whole.pipe(z.number().min(1)),
        price_data: z.strictObject({
          currency: z
            .string()
            .regex(/^[a-z]{3}$/i)
            .toLowerCase(),
          unit_amount: whole,
          tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).optional(),
          product_data: z.strictObject({
            name: z.string().min(1),
            description: z.string().min(1).optional(),
            images: z.array(z.url()).max(8).optional(),
            metadata,
          }),
        }),
      }),
    )
    .min(1)
    .max(100),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().optional(),
  metadata,
  payment_intent_data: z
    .strictObject({ capture_method: captureMethod, metadata, description: z.string().optional() })
    .optional(),
  // This version of the API has no `payment_method_types` in requests.
  allowed_payment_method_types: paymentMethods,
  payment_method_options: z
    .strictObject({
      card: z
        .strictObject({
          capture_method: captureMethod,
          request_three_d_secure: z.enum(['any', 'automatic', 'challenge']).optional(),
        })
        .optional(),
      payto: z.looseObject({}).optional(),
    })
    .optional(),
  expires_at: whole.optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  adaptive_pricing: z.strictObject({ enabled: z.enum(['true', 'false']) }).optional(),
  locale: z.enum(['auto', 'en', 'vi']).optional(),
});
type NewSession = z.infer<typeof newSession>;

export function createSession(account: Account, apiUrl: string, wanted: NewSession): Stripe.Checkout.Session {
  const created = account.now();
  const expiresAt = wanted.expires_at ?? created + oneDay;
  if (expiresAt < created + halfAnHour)
    throw wrongParameter('expires_at', 'The `expires_at` timestamp must be at least 30 minutes from now.');
  if (expiresAt > created + oneDay)
    throw wrongParameter('expires_at', 'The `expires_at` timestamp must be less than 24 hours from now.');
  const currencies = new Set(wanted.line_items.map((line) => line.price_data.currency));
  const [currency = 'aud'] = currencies;
  if (currencies.size > 1) throw wrongParameter('line_items', 'All line items must have the same currency.');
  const lines = wanted.line_items.map((line) => lineOf(account, line));
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  if (total < minimumAmount)
    throw wrongParameter('line_items', 'The total amount must be at least 50 cents.', 'amount_too_small');
  const types = wanted.allowed_payment_method_types ?? ['card'];
  if (types.includes('payto') && (!account.hasPayTo || currency !== 'aud'))
    throw wrongParameter('allowed_payment_method_types', 'The payment method type `payto` is not available.');
  const isAllManual = wanted.payment_intent_data?.capture_method === 'manual';
  const id = account.id('cs_test');
  const record: SessionRecord = {
    session: sessionObject(wanted, { id, created, expiresAt, currency, total, url: `${apiUrl}/c/pay/${id}` }),
    lines,
    isManualForCards: isAllManual || wanted.payment_method_options?.card?.capture_method === 'manual',
    intentMetadata: wanted.payment_intent_data?.metadata ?? {},
  };
  // If the whole session is captured manually, Stripe does not offer PayTo, which cannot be captured later.
  record.session.payment_method_types = isAllManual ? types.filter((type) => type !== 'payto') : types;
  account.sessions.set(id, record);
  return record.session;
}

interface SessionFacts {
  id: string;
  created: number;
  expiresAt: number;
  currency: string;
  total: number;
  url: string;
}

function sessionObject(wanted: NewSession, facts: SessionFacts): Stripe.Checkout.Session {
  return {
    id: facts.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: wanted.adaptive_pricing?.enabled === 'true' },
    allowed_payment_method_types: wanted.allowed_payment_method_types ?? null,
    amount_subtotal: facts.total,
    amount_total: facts.total,
    cancel_url: wanted.cancel_url ?? null,
    client_reference_id: wanted.client_reference_id ?? null,
    created: facts.created,
    currency: facts.currency,
    customer_email: wanted.customer_email ?? null,
    expires_at: facts.expiresAt,
    locale: wanted.locale ?? null,
    metadata: wanted.metadata ?? {},
    mode: 'payment',
    payment_status: 'unpaid',
    status: 'open',
    submit_type: wanted.submit_type ?? null,
    success_url: wanted.success_url,
    ui_mode: 'hosted_page',
    url: facts.url,
    ...unusedOfSession,
  } satisfies Stripe.Checkout.Session;
}

/** Fields of a session that the shop does not use, as Stripe fills them. */
const unusedOfSession = {
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  customer_details: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: [],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;

function lineOf(account: Account, line: NewSession['line_items'][number]): Stripe.LineItem {
  const amount = line.quantity * line.price_data.unit_amount;
  return {
    id: account.id('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: line.price_data.currency,
    description: line.price_data.product_data.name,
    metadata: {},
    price: null,
    quantity: line.quantity,
  } satisfies Stripe.LineItem;
}

/** Ends an open session, because its time is over or by a call of the API. Nobody can pay it any more. */
export function expireSession(account: Account, id: string): Stripe.Checkout.Session {
  const { session } = sessionOf(account, id);
  if (session.status !== 'open')
    throw new StripeFailure(400, {
      type: 'invalid_request_error',
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    });
  session.status = 'expired';
  session.url = null;
  if (typeof session.payment_intent === 'string')
    cancelIntent(account, intentOf(account, session.payment_intent), 'expired');
  account.report({ type: 'checkout.session.expired', data: { object: session } });
  return session;
}
