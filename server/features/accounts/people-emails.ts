import type { Role } from '#contract/roles.ts';
import type { EmailKind } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import type { UserRow } from './accounts.queries.ts';
import { queueOwnerEmails } from './owner-emails.ts';

type Person = Pick<UserRow, 'id' | 'name' | 'email'>;

/** Tells every owner that somebody got another role, or none (null). */
export function queueRoleEmails(
  tx: Writer,
  shop: Shop,
  { owner, user, role }: { owner: Person | undefined; user: Person; role: Role | null },
): Promise<void> {
  const news = role === null ? 'has no role in the shop any more' : `now has the role ${role}`;
  return queue(tx, shop, {
    kind: 'admin: role changed',
    subject: 'A role in the shop was changed',
    paragraph: `${user.name} (${user.email}) ${news}. ${owner ? `${owner.name} (${owner.email})` : 'An owner'} made this change.`,
  });
}

/** Tells every other owner that an admin has another email address. */
export function queueAdminEmailChanged(tx: Writer, shop: Shop, admin: Person, email: string): Promise<void> {
  const content = {
    kind: 'admin: email changed',
    subject: 'The email address of an admin was changed',
    paragraph: `${admin.name}, who has a role in the shop, changed the email address from ${admin.email} to ${email}.`,
  } as const;
  return queue(tx, shop, content, admin.id);
}

interface Content {
  kind: EmailKind;
  subject: string;
  paragraph: string;
}

function queue(tx: Writer, shop: Shop, { kind, subject, paragraph }: Content, exceptId?: string): Promise<void> {
  const { publicUrl } = shop.settings;
  const email = {
    kind,
    subject,
    heading: subject,
    paragraphs: [paragraph, 'If nobody in the shop meant to do this, look at the list of people with a role at once.'],
    button: { label: 'Staff', href: `${publicUrl}/admin/staff` },
  };
  return queueOwnerEmails(tx, shop, email, exceptId);
}
