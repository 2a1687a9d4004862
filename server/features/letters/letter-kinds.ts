import type { Language } from '#contract/languages.ts';
import type { EmailKind } from '#server/features/mail/mail.ts';
import { inEnglish as say, translateText } from '#server/platform/translations.ts';

/** A kind that an event in the shop causes. A 'test' is not among them: an owner sends it to see an example. */
export type CausedKind = Exclude<EmailKind, 'test'>;

interface KindInWords {
  name: string;
  to: string;
  when: string;
}

const buyer = say('The buyer');
const holder = say('The account holder');
const withRole = say('The person with a role');
const owners = say('Every owner');

/** Every kind of email in the order of the list in the panel (docs/behaviour/letters.md), in English. A missing kind does not compile. */
const letterKinds: Readonly<Record<CausedKind, KindInWords>> = {
  'order paid': { name: say('Your order'), to: buyer, when: say('An order is paid') },
  'order modified': { name: say('Your order was changed'), to: buyer, when: say('An order is changed') },
  'order cancelled': { name: say('Your order was cancelled'), to: buyer, when: say('An order is cancelled') },
  'order shipped': { name: say('On its way'), to: buyer, when: say('A parcel is handed to a carrier') },
  'order appointment': {
    name: say('Your appointment to collect'),
    to: buyer,
    when: say('A pick-up is arranged, moved or cancelled'),
  },
  'order status': { name: say('Your order is …'), to: buyer, when: say('The shop sets another status') },
  return: {
    name: say('Your return is …'),
    to: buyer,
    when: say('A return is requested, answered, arrives or is closed'),
  },
  'transfer begun': { name: say('How to pay your order'), to: buyer, when: say('An order is to be paid by transfer') },
  'transfer reminder': {
    name: say('Your reservation ends tomorrow'),
    to: buyer,
    when: say('A day before a reservation ends'),
  },
  'transfer ended': {
    name: say('Your reservation has ended'),
    to: buyer,
    when: say('No transfer has arrived in time'),
  },
  'payment released': {
    name: say('Payment released'),
    to: buyer,
    when: say('A payment came too late and is released'),
  },
  'payment refunded': {
    name: say('Payment refunded'),
    to: buyer,
    when: say('A payment came too late and is refunded'),
  },
  'payment lapsed': { name: say('Payment lapsed'), to: buyer, when: say('The bank withdrew an authorisation') },
  'payment refused': { name: say('Payment refused'), to: buyer, when: say('The bank refused a PayTo payment') },
  'waiting list': {
    name: say('It is kept for you'),
    to: say('A collector who waits'),
    when: say('A piece comes back'),
  },
  'enquiry reply': {
    name: say('Our answer'),
    to: say('The sender of an enquiry'),
    when: say('Somebody of the shop answers it'),
  },
  'private link': {
    name: say('Reserved for you'),
    to: say('A client'),
    when: say('The link of an offer or a viewing room is sent'),
  },
  'condition report': {
    name: say('The condition report'),
    to: say('Whoever asked'),
    when: say('The link to a condition report is sent'),
  },
  'alert confirmation': {
    name: say('Please confirm your alert'),
    to: say('Whoever asked'),
    when: say('A visitor asks for an alert or the newsletter, and their address is not confirmed'),
  },
  'new work': {
    name: say('New work by an artist'),
    to: say('Whoever asked'),
    when: say('Works were added, gathered for an hour'),
  },
  'piece free again': {
    name: say('A piece is free again'),
    to: say('Whoever asked'),
    when: say('It can be bought again by anybody'),
  },
  'email confirmation': {
    name: say('Confirm your email address'),
    to: holder,
    when: say('A registration, or a new address'),
  },
  'email changed': {
    name: say('Your email address was changed'),
    to: holder,
    when: say('The address changes; to the former one'),
  },
  'password reset': { name: say('Set a new password'), to: holder, when: say('Somebody asks for a new password') },
  'password changed': { name: say('Your password was changed'), to: holder, when: say('The password changes') },
  'second factor added': {
    name: say('A second factor was added'),
    to: withRole,
    when: say('A passkey or an app is added'),
  },
  'second factor removed': {
    name: say('A second factor was removed'),
    to: withRole,
    when: say('A passkey or an app is removed'),
  },
  'new device': { name: say('New sign-in to your account'), to: withRole, when: say('A sign-in with a new browser') },
  'staff invitation': {
    name: say('Invitation to run the shop'),
    to: say('The invited address'),
    when: say('An owner invites somebody'),
  },
  'admin: order paid': { name: say('New order'), to: owners, when: say('An order is paid') },
  'admin: order cancelled': { name: say('Order cancelled'), to: owners, when: say('An order is cancelled') },
  'admin: refund': {
    name: say('Money to return'),
    to: owners,
    when: say('A change of an order makes it cost less, and no processor returns the money'),
  },
  'admin: enquiry': { name: say('Enquiry'), to: owners, when: say('Somebody writes with the contact form') },
  'admin: return': {
    name: say('Return requested'),
    to: owners,
    when: say('A buyer asks for a return or withdraws it'),
  },
  'admin: payment': {
    name: say('A payment'),
    to: owners,
    when: say('A payment came to nothing, is disputed or needs a look'),
  },
  'admin: differences': {
    name: say('Payments that differ'),
    to: owners,
    when: say('The books of the processor differ'),
  },
  'admin: role changed': { name: say('A role was changed'), to: owners, when: say('Somebody gets or loses a role') },
  'admin: email changed': {
    name: say('The email of an admin was changed'),
    to: owners,
    when: say('An admin has a new address'),
  },
};

/** The kind as it is in a URL: 'admin: order paid' is 'admin-order-paid'. */
export const letterIdOf = (kind: string): string => kind.replace(/[^a-z]+/g, '-');

/** The kinds in the order of their list. */
// `Object.keys` returns strings; the type of the record allows no other keys.
export const causedKinds = Object.keys(letterKinds) as CausedKind[];

/** Name, receiver and occasion of a kind, in a language. */
export function letterInWords(kind: CausedKind, language: Language): KindInWords {
  const { name, to, when } = letterKinds[kind];
  const translate = (words: string) => translateText(words, language);
  return { name: translate(name), to: translate(to), when: translate(when) };
}

/** The English name of a kind that is in the outbox. A kind that only an earlier version of the shop had is returned as it is. */
export function letterNameOf(kind: string): string {
  const known = causedKinds.find((name) => name === kind);
  return known ? letterKinds[known].name : kind === 'test' ? say('Test') : kind;
}
