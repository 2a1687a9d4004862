/**
 * The kinds of email. `security` emails are sent before all others, and `bulk` emails, of which there may be thousands, after all
 * others. The hourly limit counts each kind separately, so that many emails of one kind do not hold up another
 * (docs/behaviour/mail.md, 10).
 */
export const emailKinds = {
  'password reset': 'security',
  'password changed': 'security',
  'email changed': 'security',
  'email confirmation': 'security',
  'second factor added': 'security',
  'second factor removed': 'security',
  'new device': 'security',
  'staff invitation': 'security',
  'admin: role changed': 'security',
  'private link': 'security',
  'condition report': 'security',
  'admin: email changed': 'security',
  'order paid': 'news',
  'order modified': 'news',
  'order cancelled': 'news',
  'order status': 'news',
  'order shipped': 'news',
  'order appointment': 'news',
  return: 'news',
  'payment released': 'news',
  'payment refunded': 'news',
  'payment lapsed': 'news',
  'payment refused': 'news',
  'transfer begun': 'news',
  'transfer reminder': 'news',
  'transfer ended': 'news',
  'waiting list': 'news',
  'enquiry reply': 'news',
  'alert confirmation': 'news',
  'piece free again': 'bulk',
  'new work': 'bulk',
  'admin: payment': 'news',
  'admin: differences': 'news',
  'admin: order paid': 'news',
  'admin: order cancelled': 'news',
  'admin: refund': 'news',
  'admin: return': 'news',
  'admin: enquiry': 'news',
  test: 'news',
} as const satisfies Record<string, 'security' | 'news' | 'bulk'>;

export type EmailKind = keyof typeof emailKinds;

/**
 * Who can cause an email of each kind, which decides how many of them a mailbox gets (mailbox-limits.ts). `anybody`: everybody who types the
 * address. `holder`: the holder of an account with the address, who has perhaps not confirmed it. `shop`: it is written by people of the
 * shop, or goes to them or to somebody who has confirmed that they want it.
 */
export const emailCauses: Readonly<Record<EmailKind, 'anybody' | 'holder' | 'shop'>> = {
  'password reset': 'anybody',
  'password changed': 'holder',
  'email changed': 'anybody',
  'email confirmation': 'anybody',
  'second factor added': 'holder',
  'second factor removed': 'holder',
  'new device': 'holder',
  'staff invitation': 'shop',
  'admin: role changed': 'shop',
  'private link': 'shop',
  'condition report': 'shop',
  'admin: email changed': 'shop',
  'order paid': 'holder',
  'order modified': 'holder',
  'order cancelled': 'holder',
  'order status': 'holder',
  'order shipped': 'holder',
  'order appointment': 'holder',
  return: 'holder',
  'payment released': 'holder',
  'payment refunded': 'holder',
  'payment lapsed': 'holder',
  'payment refused': 'holder',
  'transfer begun': 'holder',
  'transfer reminder': 'holder',
  'transfer ended': 'holder',
  'waiting list': 'holder',
  'enquiry reply': 'shop',
  'alert confirmation': 'anybody',
  'piece free again': 'shop',
  'new work': 'shop',
  'admin: payment': 'shop',
  'admin: differences': 'shop',
  'admin: order paid': 'shop',
  'admin: order cancelled': 'shop',
  'admin: refund': 'shop',
  'admin: return': 'shop',
  'admin: enquiry': 'shop',
  test: 'shop',
};

/** Kinds that somebody waits for, so that owners are told when one of these emails was given up. No stranger can cause them. */
// The keys of `emailKinds` are its kinds.
export const awaitedKinds = (Object.keys(emailKinds) as EmailKind[]).filter(
  (kind) => emailKinds[kind] === 'news' && emailCauses[kind] !== 'anybody' && kind !== 'test',
);

/** Whether emails of this kind may have a link that gives access, as a password does. False for an unknown kind. */
export const isSecurityKind = (kind: string): boolean => Reflect.get(emailKinds, kind) === 'security';

/** The emails with the lowest number are sent first. */
export const priorities = { security: 0, news: 1, bulk: 2 } as const;

export const priorityOf = (kind: EmailKind): number => priorities[emailKinds[kind]];
