import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import { type EmailParts, pageAddress } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { pages } from './account-emails.ts';
import type { UserRow } from './accounts.queries.ts';
import { queueOwnerEmails } from './owner-emails.ts';

type Person = Pick<UserRow, 'id' | 'name' | 'email'>;

interface RoleChange {
  owner: Person | undefined;
  user: Person;
  role: Role | null;
}

/** Tells every owner that somebody got another role, or none (null). */
export function queueRoleEmails(tx: Writer, shop: Shop, change: RoleChange): Promise<void> {
  return queueOwnerEmails(tx, shop, (language) => ({
    kind: 'admin: role changed',
    ...roleEmail(shop, language, change),
  }));
}

/** Tells every other owner that an admin has another email address. */
export function queueAdminEmailChanged(tx: Writer, shop: Shop, admin: Person, email: string): Promise<void> {
  return queueOwnerEmails(
    tx,
    shop,
    (language) => ({ kind: 'admin: email changed', ...adminAddressEmail(shop, language, admin, email) }),
    admin.id,
  );
}

export function roleEmail(shop: Shop, language: Language, { owner, user, role }: RoleChange): EmailParts {
  const say = sayIn(language);
  const person = inWords(user);
  const news =
    role === null
      ? say('{person} has no role in the shop any more.', { person })
      : say('{person} now has the role {role}.', { person, role: roleIn(say, role) });
  const maker = owner ? say('{owner} made this change.', { owner: inWords(owner) }) : say('An owner made this change.');
  return partsOf(shop, language, say('A role in the shop was changed'), `${news} ${maker}`);
}

const inWords = ({ name, email }: Person) => `${name} (${email})`;

function roleIn(say: Say, role: Role): string {
  switch (role) {
    case 'owner':
      return say('owner');
    case 'staff':
      return say('staff');
    case 'viewer':
      return say('viewer');
  }
}

/** The email with the link of an invitation to run the shop. */
export function invitationEmail(
  shop: Shop,
  language: Language,
  { token, role, shopName, owner }: { token: string; role: Role; shopName: string; owner: Person | undefined },
): EmailParts {
  const say = sayIn(language);
  const names = { shopName, role: roleIn(say, role) };
  return {
    language,
    subject: say('You are invited to run {shopName}', { shopName }),
    paragraphs: [
      owner
        ? say('{owner} invites you to {shopName}, with the role {role}.', { ...names, owner: inWords(owner) })
        : say('An owner invites you to {shopName}, with the role {role}.', names),
      say(
        'Accept with the link, and choose your name and your password. It works once, for 7 days. If you have an account with this address, it gets the role and the new password, and its sessions end.',
      ),
      say('If you do not know what this is about, you need not do anything.'),
    ],
    button: {
      label: say('Accept the invitation'),
      href: pageAddress(shop, language, `${pages.acceptInvitation}${token}`),
    },
  };
}

export function adminAddressEmail(shop: Shop, language: Language, admin: Person, email: string): EmailParts {
  const say = sayIn(language);
  const addresses = { name: admin.name, before: admin.email, after: email };
  return partsOf(
    shop,
    language,
    say('The email address of an admin was changed'),
    say('{name}, who has a role in the shop, changed the email address from {before} to {after}.', addresses),
  );
}

function partsOf(shop: Shop, language: Language, subject: string, paragraph: string): EmailParts {
  const say = sayIn(language);
  return {
    language,
    subject,
    paragraphs: [
      paragraph,
      say('If nobody in the shop meant to do this, look at the list of people with a role at once.'),
    ],
    button: { label: say('Staff'), href: pageAddress(shop, language, '/admin/staff') },
  };
}
