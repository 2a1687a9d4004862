import type Stripe from 'stripe';
import { type Account, chargeOf, disputeOf, intentOf } from './account.ts';

const tenDays = 10 * 24 * 60 * 60;

export interface NewDispute {
  /** In the currency's smallest unit; all that was captured by default. */
  amount?: number;
  reason?: string;
  /** Epoch milliseconds; in ten days by default. */
  dueBy?: number;
}

export function openDispute(account: Account, intentId: string, wanted: NewDispute): Stripe.Dispute {
  const charge = chargeOf(account, intentOf(account, intentId));
  if (!charge?.captured) throw new Error(`Nothing has been captured for ${intentId}`);
  if (charge.refunded) throw new Error(`The charge of ${intentId} is fully refunded: nobody can dispute it`);
  const dueBy = wanted.dueBy === undefined ? account.now() + tenDays : Math.floor(wanted.dueBy / 1000);
  const dispute: Stripe.Dispute = {
    id: account.id('du'),
    object: 'dispute',
    amount: wanted.amount ?? charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence,
    evidence_details: {
      due_by: dueBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason: wanted.reason ?? 'fraudulent',
    status: 'needs_response',
  };
  charge.disputed = true;
  account.disputes.set(dispute.id, dispute);
  account.report({ type: 'charge.dispute.created', data: { object: dispute } });
  account.report({ type: 'charge.dispute.funds_withdrawn', data: { object: dispute } });
  return dispute;
}

export function closeDispute(account: Account, id: string, status: 'won' | 'lost'): void {
  const dispute = disputeOf(account, id);
  if (dispute.status === 'won' || dispute.status === 'lost') throw new Error(`Dispute ${id} is ${dispute.status}`);
  dispute.status = status;
  dispute.evidence_details.due_by = null;
  if (status === 'won') account.report({ type: 'charge.dispute.funds_reinstated', data: { object: dispute } });
  account.report({ type: 'charge.dispute.closed', data: { object: dispute } });
}

const evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} satisfies Stripe.Dispute.Evidence;
