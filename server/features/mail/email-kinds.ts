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

/** Whether emails of this kind may have a link that gives access, as a password does. False for an unknown kind. */
export const isSecurityKind = (kind: string): boolean => Reflect.get(emailKinds, kind) === 'security';

/** The emails with the lowest number are sent first. */
export const priorities = { security: 0, news: 1, bulk: 2 } as const;

export const priorityOf = (kind: EmailKind): number => priorities[emailKinds[kind]];
