import type Stripe from 'stripe';
import type { Account } from './account.ts';

/** How long an authorisation lasts. */
const authorisationSeconds = 7 * 24 * 60 * 60;

/** A charge that is authorised and not captured yet. */
export function chargeObject(account: Account, intent: Stripe.PaymentIntent, method: 'card' | 'payto'): Stripe.Charge {
  const created = account.now();
  const card = { ...visa, amount_authorized: intent.amount, capture_before: created + authorisationSeconds };
  const isManual = intent.capture_method === 'manual';
  return {
    id: account.id('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    created,
    currency: intent.currency,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method_details:
      method === 'card'
        ? { type: 'card', card: isManual ? card : { ...visa, amount_authorized: intent.amount } }
        : { type: 'payto', payto: { bsb_number: '000000', last4: '1234', pay_id: null } },
    ...commonFields,
  } satisfies Stripe.Charge;
}

const visa = {
  authorization_code: null,
  brand: 'visa',
  checks: null,
  country: 'AU',
  electronic_commerce_indicator: null,
  exp_month: 12,
  exp_year: 2034,
  funding: 'credit',
  installments: null,
  last4: '4242',
  mandate: null,
  network: 'visa',
  network_transaction_id: null,
  regulated_status: null,
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
} satisfies Partial<Stripe.Charge.PaymentMethodDetails.Card>;

/** Fields of a charge that the shop does not use, and fields that are the same in every new charge. */
const commonFields = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: false,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_method: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Stripe.Charge>;
