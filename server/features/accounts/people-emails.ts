import type { Role } from '#contract/roles.ts';
import type { EmailParts } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
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
  return queueOwnerEmails(tx, shop, { kind: 'admin: role changed', ...roleEmail(shop, change) });
}

/** Tells every other owner that an admin has another email address. */
export function queueAdminEmailChanged(tx: Writer, shop: Shop, admin: Person, email: string): Promise<void> {
  const parts = adminAddressEmail(shop, admin, email);
  return queueOwnerEmails(tx, shop, { kind: 'admin: email changed', ...parts }, admin.id);
}

export function roleEmail(shop: Shop, { owner, user, role }: RoleChange): EmailParts {
  const news = role === null ? 'has no role in the shop any more' : `now has the role ${role}`;
  return partsOf(
    shop,
    'A role in the shop was changed',
    `${user.name} (${user.email}) ${news}. ${owner ? `${owner.name} (${owner.email})` : 'An owner'} made this change.`,
  );
}

export function adminAddressEmail(shop: Shop, admin: Person, email: string): EmailParts {
  return partsOf(
    shop,
    'The email address of an admin was changed',
    `${admin.name}, who has a role in the shop, changed the email address from ${admin.email} to ${email}.`,
  );
}

function partsOf({ settings }: Shop, subject: string, paragraph: string): EmailParts {
  return {
    subject,
    heading: subject,
    paragraphs: [paragraph, 'If nobody in the shop meant to do this, look at the list of people with a role at once.'],
    button: { label: 'Staff', href: `${settings.publicUrl}/admin/staff` },
  };
}
