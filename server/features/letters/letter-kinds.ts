import type { EmailKind } from '#server/features/mail/mail.ts';

/** A kind that something in the shop causes; a test is caused by an owner who wants to see one. */
export type CausedKind = Exclude<EmailKind, 'test'>;

interface KindInWords {
  name: string;
  to: string;
  when: string;
}

const buyer = 'The buyer';
const holder = 'The account holder';
const withRole = 'The person with a role';
const owners = 'Every owner';

/** Every kind of email in the order of its list (docs/behaviour/letters.md). A kind that is missing here does not compile. */
export const letterKinds: Readonly<Record<CausedKind, KindInWords>> = {
  'order paid': { name: 'Your order', to: buyer, when: 'An order is paid' },
  'order modified': { name: 'Your order was changed', to: buyer, when: 'An order is changed' },
  'order cancelled': { name: 'Your order was cancelled', to: buyer, when: 'An order is cancelled' },
  'order shipped': { name: 'On its way', to: buyer, when: 'A parcel is handed to a carrier' },
  'order appointment': {
    name: 'Your appointment to collect',
    to: buyer,
    when: 'A pick-up is arranged, moved or cancelled',
  },
  'order status': { name: 'Your order is …', to: buyer, when: 'The shop sets another status' },
  return: { name: 'Your return is …', to: buyer, when: 'A return is requested, answered, arrives or is closed' },
  'transfer begun': { name: 'How to pay your order', to: buyer, when: 'An order is to be paid by transfer' },
  'transfer reminder': { name: 'Your reservation ends tomorrow', to: buyer, when: 'A day before a reservation ends' },
  'transfer ended': { name: 'Your reservation has ended', to: buyer, when: 'No transfer has arrived in time' },
  'payment released': { name: 'Payment released', to: buyer, when: 'A payment came too late and is released' },
  'payment refunded': { name: 'Payment refunded', to: buyer, when: 'A payment came too late and is refunded' },
  'payment lapsed': { name: 'Payment lapsed', to: buyer, when: 'The bank withdrew an authorisation' },
  'payment refused': { name: 'Payment refused', to: buyer, when: 'The bank refused a PayTo payment' },
  'waiting list': { name: 'It is kept for you', to: 'A collector who waits', when: 'A piece comes back' },
  'enquiry reply': { name: 'Our answer', to: 'The sender of an enquiry', when: 'Somebody of the shop answers it' },
  'private link': { name: 'Reserved for you', to: 'A client', when: 'The link of an offer or a viewing room is sent' },
  'condition report': {
    name: 'The condition report',
    to: 'Whoever asked',
    when: 'The link to a condition report is sent',
  },
  'alert confirmation': {
    name: 'Please confirm your alert',
    to: 'Whoever asked',
    when: 'A visitor asks for an alert or the newsletter, and their address is not confirmed',
  },
  'new work': { name: 'New work by an artist', to: 'Whoever asked', when: 'Works were added, gathered for an hour' },
  'piece free again': { name: 'A piece is free again', to: 'Whoever asked', when: 'It can be bought again by anybody' },
  'email confirmation': { name: 'Confirm your email address', to: holder, when: 'A registration, or a new address' },
  'email changed': {
    name: 'Your email address was changed',
    to: holder,
    when: 'The address changes; to the former one',
  },
  'password reset': { name: 'Set a new password', to: holder, when: 'Somebody asks for a new password' },
  'password changed': { name: 'Your password was changed', to: holder, when: 'The password changes' },
  'second factor added': { name: 'A second factor was added', to: withRole, when: 'A passkey or an app is added' },
  'second factor removed': {
    name: 'A second factor was removed',
    to: withRole,
    when: 'A passkey or an app is removed',
  },
  'new device': { name: 'New sign-in to your account', to: withRole, when: 'A sign-in with a new browser' },
  'admin: order paid': { name: 'New order', to: owners, when: 'An order is paid' },
  'admin: order cancelled': { name: 'Order cancelled', to: owners, when: 'An order is cancelled' },
  'admin: enquiry': { name: 'Enquiry', to: owners, when: 'Somebody writes with the contact form' },
  'admin: return': { name: 'Return requested', to: owners, when: 'A buyer asks for a return or withdraws it' },
  'admin: payment': { name: 'A payment', to: owners, when: 'A payment came to nothing, is disputed or needs a look' },
  'admin: differences': { name: 'Payments that differ', to: owners, when: 'The books of the processor differ' },
  'admin: role changed': { name: 'A role was changed', to: owners, when: 'Somebody gets or loses a role' },
  'admin: email changed': { name: 'The email of an admin was changed', to: owners, when: 'An admin has a new address' },
};

/** The kind as it is in an address: 'admin: order paid' is 'admin-order-paid'. */
export const letterIdOf = (kind: string): string => kind.replace(/[^a-z]+/g, '-');

/** The kinds in the order of their list. */
// The keys of the record, which has no others.
export const causedKinds = Object.keys(letterKinds) as CausedKind[];

/** The name of a kind that the outbox has; an earlier version may have had others. */
export function letterNameOf(kind: string): string {
  const known = causedKinds.find((name) => name === kind);
  return known ? letterKinds[known].name : kind === 'test' ? 'Test' : kind;
}
