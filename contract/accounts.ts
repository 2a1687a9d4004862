import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { roleOrNone, roles } from './roles.ts';
import { australianStates } from './states.ts';
import { emailAddress, exactLine, isEmailAddress, line, pathId } from './text.ts';

export const accountMessages = {
  credentialsNeeded: 'Email and password are required',
  nameNeeded: 'Name is required for registration',
  passwordTooShort: 'Password must be at least 6 characters',
  emailInvalid: 'Please enter a valid email address',
  newUserIncomplete: 'Please fill in all required fields',
} as const;

/**
 * Fields of a user that are stored encrypted. Answers contain them masked, except the user's own profile with `?include=card`
 * (docs/behaviour/accounts.md, 17 and 18).
 */
export const cardFields = ['cardNumber', 'cardCvc', 'cardExpiry', 'bpayNumber', 'bpayRef'] as const;
export type CardField = (typeof cardFields)[number];

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  phone: z.string(),
  /** True for everybody who has a role. */
  isAdmin: z.boolean(),
  /** Null for customers. */
  role: z.enum(roles).nullable(),
  isOnline: z.boolean(),
  activityScore: z.number(),
  createdAt: z.string(),
  deliveryAddress: z.string(),
  deliveryCity: z.string(),
  deliveryState: z.enum(australianStates),
  deliveryPostcode: z.string(),
  sameAsDelivery: z.boolean(),
  billingAddress: z.string(),
  billingCity: z.string(),
  billingState: z.enum(australianStates),
  billingPostcode: z.string(),
  /** Since when the account is blocked; null if it is not. */
  blockedAt: z.string().nullable(),
  blockReason: z.string().nullable(),
});
/** A user as admins see it, without payment details. */
export type User = z.infer<typeof user>;

export const profile = user.extend({
  cardNumber: z.string().optional(),
  cardCvc: z.string().optional(),
  cardExpiry: z.string().optional(),
  cardName: z.string().optional(),
  bpayNumber: z.string().optional(),
  bpayRef: z.string().optional(),
  paypalEmail: z.string(),
});
/**
 * A user as the user themselves sees it. Card fields are masked unless the request includes them; with real payments the card
 * and BPAY fields are absent.
 */
export type Profile = z.infer<typeof profile>;

/** The masked form of a secret: its last four digits if it has at least eight digits, otherwise none of them. */
export function maskSecret(secret: string): string {
  if (secret === '') return '';
  const digits = secret.replace(/\D/g, '');
  return digits.length < 8 ? '•••' : `•••• •••• •••• ${digits.slice(-4)}`;
}

/** A new password of 6 to 1,024 characters, neither trimmed nor normalised. `required`: the message if it is missing or empty. */
export const newPassword = (required: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? required : 'This must be text') })
    .refine((value) => value !== '', required)
    .refine((value) => value === '' || value.length >= limits.passwordMinimum, accountMessages.passwordTooShort)
    .max(limits.passwordMaximum, `A password has at most ${limits.passwordMaximum} characters`);

const credentials = {
  email: exactLine(limits.email, accountMessages.credentialsNeeded),
  password: z
    .string({ error: (issue) => (issue.input === undefined ? accountMessages.credentialsNeeded : 'This must be text') })
    .max(limits.passwordMaximum)
    .refine((value) => value !== '', accountMessages.credentialsNeeded),
};

const authentication = z
  .object({
    ...credentials,
    mode: z.enum(['signin', 'register']),
    /** Required for registration only. */
    name: line(limits.name).optional(),
  })
  .check((context) => {
    const { email, password, mode, name } = context.value;
    if (mode !== 'register') return;
    const refuse = (path: string, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: context.value });
    if (!name) refuse('name', accountMessages.nameNeeded);
    if (password.length < limits.passwordMinimum) refuse('password', accountMessages.passwordTooShort);
    if (!isEmailAddress(email)) refuse('email', accountMessages.emailInvalid);
  });

export const signInReply = z.object({
  token: z.string(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  role: z.enum(roles).nullable(),
  user: profile,
});
export type SignInReply = z.infer<typeof signInReply>;

export const secondFactorKinds = ['passkey', 'totp'] as const;

/** The answer if the password was right and the account needs a second factor: `POST /auth/second-factor` completes the sign-in. */
const secondFactorNeeded = z.object({
  secondFactor: z.array(z.enum(secondFactorKinds)),
  challenge: z.string(),
});
export type SecondFactorNeeded = z.infer<typeof secondFactorNeeded>;

const optionalText = (maximum: number) => line(maximum).optional();

const profileChanges = z.object({
  name: line(limits.name, 'Name is required').optional(),
  email: emailAddress(accountMessages.emailInvalid).optional(),
  phone: optionalText(limits.phone),
  deliveryAddress: optionalText(limits.address),
  deliveryCity: optionalText(limits.shortText),
  deliveryState: z.enum(australianStates).optional(),
  deliveryPostcode: optionalText(limits.shortText),
  sameAsDelivery: z.boolean().optional(),
  billingAddress: optionalText(limits.address),
  billingCity: optionalText(limits.shortText),
  billingState: z.enum(australianStates).optional(),
  billingPostcode: optionalText(limits.shortText),
  cardNumber: optionalText(limits.cardText),
  cardCvc: optionalText(limits.cardText),
  cardExpiry: optionalText(limits.cardText),
  cardName: optionalText(limits.name),
  bpayNumber: optionalText(limits.cardText),
  bpayRef: optionalText(limits.cardText),
  paypalEmail: optionalText(limits.email),
  /** Needed if `email` changes. */
  currentPassword: z.string().max(limits.passwordMaximum).optional(),
});
export type ProfileChanges = z.output<typeof profileChanges>;

export const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** The User-Agent header, shortened. */
  device: z.string(),
});
export type OwnSession = z.infer<typeof ownSession>;

const userSortFields = [
  'date',
  'createdAt',
  'id',
  'name',
  'email',
  'phone',
  'isAdmin',
  'isOnline',
  'activityScore',
] as const;
export type UserSortField = (typeof userSortFields)[number];

const byId = z.object({ id: pathId });
export const nothing = z.object({});

export const accountEndpoints = {
  authenticate: endpoint({
    method: 'POST',
    path: '/auth',
    access: 'public',
    summary: 'Sign in or register',
    body: authentication,
    reply: z.union([signInReply, secondFactorNeeded]),
    mayCreate: true,
    refuses: [401, 403, 404, 409, 429],
  }),
  signOut: endpoint({ method: 'POST', path: '/logout', access: 'token', summary: 'End this session', reply: nothing }),
  getProfile: endpoint({
    method: 'GET',
    path: '/user/profile',
    access: 'customer',
    confirmed: { withQuery: 'include' },
    summary: 'Own profile; card fields are masked unless include=card',
    query: z.object({ include: z.enum(['card']).optional() }),
    reply: z.object({ user: profile }),
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/user/profile',
    access: 'customer',
    summary:
      'Change the given fields; masked card fields are ignored, empty ones are cleared; another email needs the password',
    body: profileChanges,
    reply: z.object({ user: profile }),
    refuses: [403, 409, 429],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    access: 'customer',
    summary: 'Own sessions, newest first',
    reply: z.object({ sessions: z.array(ownSession) }),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    access: 'customer',
    summary: 'End all own sessions, including this one',
    reply: nothing,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/sessions/:id',
    access: 'customer',
    summary: 'End one of the own sessions',
    params: byId,
    reply: nothing,
    refuses: [404],
  }),
  deleteOwnAccount: endpoint({
    method: 'POST',
    path: '/user/delete',
    access: 'customer',
    summary: 'Delete the own account; its orders are not deleted',
    body: z.object({ currentPassword: z.string().max(limits.passwordMaximum) }),
    reply: nothing,
    refuses: [403, 409, 429],
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/admin/users',
    access: 'viewer',
    confirmed: true,
    summary: 'Every user',
    query: listQuery(userSortFields),
    reply: z.object({ users: z.array(user), total: z.number() }),
  }),
  listActiveUsers: endpoint({
    method: 'GET',
    path: '/admin/users/active',
    access: 'viewer',
    summary: 'The five users with the highest activity score',
    reply: z.object({ users: z.array(user) }),
  }),
  addUser: endpoint({
    method: 'POST',
    path: '/admin/users',
    access: 'owner',
    confirmed: true,
    summary: 'Add a user',
    body: z.object({
      name: line(limits.name, accountMessages.newUserIncomplete),
      email: emailAddress(accountMessages.emailInvalid, accountMessages.newUserIncomplete),
      password: newPassword(accountMessages.newUserIncomplete),
      /** True makes the user an owner. Ignored if `role` is given, too. */
      isAdmin: z.boolean('isAdmin is true or false').optional(),
      role: roleOrNone.optional(),
    }),
    reply: z.object({ user }),
    status: 201,
    refuses: [409],
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/admin/users/:id',
    access: 'owner',
    confirmed: true,
    summary: 'Delete a user; their orders are not deleted',
    params: byId,
    reply: nothing,
    refuses: [404, 409],
  }),
  setAdmin: endpoint({
    method: 'POST',
    path: '/admin/users/:id/admin',
    access: 'owner',
    confirmed: true,
    summary: 'Make a user an owner, or take their role away; refused for the last owner',
    params: byId,
    body: z.object({ isAdmin: z.boolean('isAdmin is true or false') }),
    reply: z.object({ message: z.string(), user }),
    refuses: [404, 409],
  }),
  checkAdmin: endpoint({
    method: 'GET',
    path: '/admin/check',
    access: 'viewer',
    summary: 'Check that the caller is an admin, with which role, and whether they set prices',
    reply: z.object({ isAdmin: z.literal(true), role: z.enum(roles), maySetPrices: z.boolean() }),
  }),
  countLetterRecipients: endpoint({
    method: 'GET',
    path: '/admin/letter-recipients',
    access: 'viewer',
    summary:
      'Number of owners who receive email about orders and enquiries; 0 if no owner has an email address of their own',
    reply: z.object({ recipients: z.number() }),
  }),
};
