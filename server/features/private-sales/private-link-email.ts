import type { PrivateLinkKind } from '#contract/private-sales.ts';
import { type EmailKind, type EmailParts, nameInEmail } from '#server/features/mail/mail.ts';
import type { Shop } from '#server/shop.ts';

interface Invitation {
  kind: PrivateLinkKind;
  name: string;
  note: string;
  until: number;
  url: string;
  pieces: readonly string[];
}

/** The email with the link of an offer or a room. */
export function privateLinkEmail(shop: Shop, { kind, name, note, until, url, pieces }: Invitation): EmailParts {
  // An end at midnight is the end of the day before.
  const day = new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeZone: shop.settings.timeZone }).format(
    until - 1,
  );
  const greeting = kind === 'offer' ? [`Dear ${nameInEmail(name) || 'collector'}`] : [];
  return {
    subject: kind === 'offer' ? 'Reserved for you' : 'A viewing room for you',
    heading: kind === 'offer' ? 'Reserved for you' : 'A viewing room for you',
    paragraphs: [
      ...greeting,
      ...(note ? [note] : []),
      kind === 'offer'
        ? `Until the end of ${day} nobody else can buy what is behind this link. Whoever has the link can, so please keep it to yourself.`
        : `Until the end of ${day} you find some pieces behind this link. Whoever has the link can see them.`,
    ],
    lines: pieces.map((value) => ({ label: 'Piece', value })),
    button: { label: kind === 'offer' ? 'Open your offer' : 'Open the room', href: url },
  };
}

/** The same with made-up data. */
export function examplePrivateEmails(shop: Shop) {
  const url = `${shop.settings.publicUrl}/private#example`;
  const texts = { name: 'Anna Weber', note: 'As we spoke about on Thursday.', pieces: ['Red River Moon'] };
  const email = privateLinkEmail(shop, { kind: 'offer', until: shop.clock(), url, ...texts });
  return { 'private link': email } satisfies Partial<Record<EmailKind, EmailParts>>;
}
