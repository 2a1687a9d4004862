import type { PolicyTexts } from '#contract/policies.ts';
import type { Settings } from '#server/settings.ts';

/**
 * Texts that an owner can begin with. They promise nothing that the shop does not do by itself, and are public only after the
 * owner has saved them.
 */
export function firstTexts({ shopName, currency, stripe }: Settings): PolicyTexts {
  return {
    delivery,
    returns,
    privacy: privacy(stripe !== null),
    terms: terms(shopName, currency),
  };
}

const contact = 'Use the [contact form](/#contact)';

/** This text is right with delivery zones and without: the page shows the zones below it. */
const delivery = `## How a piece reaches you

Where the checkout shows the price of delivery for your address, it also shows how many working days it takes and whether it is insured, before you pay. Where it shows none, we agree on delivery with you. ${contact} before you buy, and tell us where the piece is to go.

## When it arrives

Please open the parcel soon. If something was damaged on the way, keep the packaging, take photographs and tell us: it is for us to put right. Your rights do not depend on how soon you write.

## To other countries

Customs at your end may ask you for duty or tax. It is not part of our price, and we cannot say how much it is.`;

const returns = `## When something is wrong

Our goods come with guarantees that cannot be excluded under the Australian Consumer Law. For a major failure you may choose a refund or a replacement, and you may claim compensation for any other loss or damage that could be foreseen. If the failure is not a major one, you are entitled to have it put right within a reasonable time.

Most of our pieces exist once. Where there is no replacement, we repair the piece or return your money.

## If you change your mind

There is no general right to return a piece because you have changed your mind, and we give no refund for change of mind. Ask us before you buy: we are happy to send more photographs.

## How to tell us

${contact} with the number of your order, what is wrong, and photographs if you can. We answer with where to send the piece. If the fault is ours and sending it back is costly, we pay for the way back or collect it.`;

const privacy = (usesStripe: boolean) => `## What we keep

- Your name, email address, phone number and addresses, as you give them to us.
- Your orders, invoices and payments. Tax law asks us to keep these records for five years.
- Messages that you write to us.

We use this to sell you a piece, to deliver it, and to answer you. We do not sell it.${
  usesStripe
    ? '\n\nCards are handled by [Stripe](https://stripe.com/au/privacy). We never see the number of your card.'
    : ''
}

## Who else sees it

Carriers get the name, address and phone number that they need to deliver. The companies that run our website and our email process it for us.

## In your browser

The shop keeps your cart, your sign-in and what you choose on its pages in your browser. It sets one cookie, which protects your account against strangers who guess passwords. It shows no advertising and follows nobody to other sites.

## Your choice

In your account you can correct what we keep about you. Under Password & Sessions you can download it and delete the account; records of orders stay. ${contact} to ask about anything else, or to complain. If our answer does not help, you can go to the [Office of the Australian Information Commissioner](https://www.oaic.gov.au/).`;

const terms = (shopName: string, currency: string) => `## Who we are

This shop is run by ${escapeMarkdown(shopName)}. These terms apply to what you buy here.

## Pieces and prices

Most pieces exist once. Photographs show them as truly as we can; lacquer looks different in every light. Prices are in ${currency}, and the total that you see before you pay is what you pay.

## Your order

A piece in your cart is not reserved. It is held for you for some minutes while you pay. The sale is agreed when we confirm your order by email. If somebody else was faster, you are not charged, or get your money back.

## Your rights

Nothing in these terms limits the guarantees that you have under the Australian Consumer Law.

## Copyright

The copyright in a piece stays with its maker. You may show and resell the piece itself.

## Law

Australian law applies.`;

const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>&#!]/g, '\\$&');
