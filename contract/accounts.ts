import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { failures } from './errors.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { australianStates } from './states.ts';
import { emailAddress, isEmailAddress, line, pathId } from './text.ts';

export const accountMessages = {
  credentialsNeeded: 'Email and password are required',
  nameNeeded: 'Name is required for registration',
  passwordTooShort: 'Password must be at least 6 characters',
  emailInvalid: 'Please enter a valid email address',
  newUserIncomplete: 'Please fill in all required fields',
} as const;

/** Kept encrypted, masked in every answer but the owner's own `?include=card` (CONTRACT.md, Card fields). */
export const cardFields = ['cardNumber', 'cardCvc', 'cardExpiry', 'bpayNumber', 'bpayRef'] as const;
export type CardField = (typeof cardFields)[number];

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  isAdmin: z.boolean(),
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
});
/** As admins see others: nothing of how they pay. */
export type User = z.infer<typeof user>;

export const profile = user.extend({
  cardNumber: z.string(),
  cardCvc: z.string(),
  cardExpiry: z.string(),
  cardName: z.string(),
  bpayNumber: z.string(),
  bpayRef: z.string(),
  paypalEmail: z.string(),
});
/** As the owner sees it, card fields masked unless asked for. */
export type Profile = z.infer<typeof profile>;

/** How a secret is shown: the last four of eight digits or more, else nothing of it. */
export function maskSecret(secret: string): string {
  if (secret === '') return '';
  const digits = secret.replace(/\D/g, '');
  return digits.length < 8 ? '•••' : `•••• •••• •••• ${digits.slice(-4)}`;
}

/** 6 to 1,024 characters, never trimmed or normalised. */
const newPassword = (required: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? required : 'This must be text') })
    .refine((value) => value !== '', required)
    .refine((value) => value === '' || value.length >= limits.passwordMinimum, accountMessages.passwordTooShort)
    .max(limits.passwordMaximum, `A password has at most ${limits.passwordMaximum} characters`);

const credentials = {
  email: line(limits.email, accountMessages.credentialsNeeded),
  password: z
    .string({ error: (issue) => (issue.input === undefined ? accountMessages.credentialsNeeded : 'This must be text') })
    .max(limits.passwordMaximum)
    .refine((value) => value !== '', accountMessages.credentialsNeeded),
};

const authentication = z
  .object({
    ...credentials,
    mode: z.enum(['signin', 'register']),
    /** Needed for registration only. */
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
  user: profile,
});
export type SignInReply = z.infer<typeof signInReply>;

const optionalText = (maximum: number) => line(maximum).optional();

export const profileChanges = z.object({
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
});
export type ProfileChanges = z.output<typeof profileChanges>;

export const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** The browser as it named itself, cut short. */
  device: z.string(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const userSortFields = [
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
const nothing = z.object({});

export const accountEndpoints = {
  authenticate: endpoint({
    method: 'POST',
    path: '/auth',
    access: 'public',
    summary: 'Sign in or register',
    body: authentication,
    reply: signInReply,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot',
    access: 'public',
    summary: 'Ask for a link to set a new password; the same answer for known and unknown addresses',
    body: z.object({ email: emailAddress(accountMessages.emailInvalid) }),
    reply: z.object({ message: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset',
    access: 'public',
    summary: 'Set a new password with the link of the email',
    body: z.object({
      token: line(limits.shortText, failures.resetLinkDead[1]),
      newPassword: newPassword('Password is required'),
    }),
    reply: z.object({ message: z.string() }),
  }),
  signOut: endpoint({ method: 'POST', path: '/logout', access: 'token', summary: 'End this session', reply: nothing }),
  getProfile: endpoint({
    method: 'GET',
    path: '/user/profile',
    access: 'customer',
    summary: 'The own profile; card fields in full only with include=card',
    query: z.object({ include: z.enum(['card']).optional() }),
    reply: z.object({ user: profile }),
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/user/profile',
    access: 'customer',
    summary: 'Change what the body names; masked card fields stay, empty ones are cleared',
    body: profileChanges,
    reply: z.object({ user: profile }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/user/password',
    access: 'customer',
    summary: 'Change the password; every other session ends',
    body: z.object({
      currentPassword: z.string().max(limits.passwordMaximum),
      newPassword: newPassword('Password is required'),
    }),
    reply: nothing,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    access: 'customer',
    summary: 'Own sessions, latest first',
    reply: z.object({ sessions: z.array(ownSession) }),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    access: 'customer',
    summary: 'Sign out everywhere, this session too',
    reply: nothing,
  }),
  downloadOwnRecords: endpoint({
    method: 'GET',
    path: '/user/export',
    access: 'customer',
    summary: 'Everything the shop keeps about the caller',
    reply: 'document',
  }),
  deleteOwnAccount: endpoint({
    method: 'POST',
    path: '/user/delete',
    access: 'customer',
    summary: 'Delete the own account; orders stay without the profile',
    body: z.object({ currentPassword: z.string().max(limits.passwordMaximum) }),
    reply: nothing,
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    summary: 'Every user',
    query: listQuery(userSortFields),
    reply: z.object({ users: z.array(user), total: z.number() }),
  }),
  listActiveUsers: endpoint({
    method: 'GET',
    path: '/admin/users/active',
    access: 'admin',
    summary: 'The five with the highest activity score',
    reply: z.object({ users: z.array(user) }),
  }),
  addUser: endpoint({
    method: 'POST',
    path: '/admin/users',
    access: 'admin',
    summary: 'Add a user',
    body: z.object({
      name: line(limits.name, accountMessages.newUserIncomplete),
      email: emailAddress(accountMessages.emailInvalid, accountMessages.newUserIncomplete),
      password: newPassword(accountMessages.newUserIncomplete),
      isAdmin: z.boolean('isAdmin is true or false').optional(),
    }),
    reply: z.object({ user }),
    status: 201,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/admin/users/:id',
    access: 'admin',
    summary: 'Delete a user; orders stay',
    params: byId,
    reply: nothing,
  }),
  setAdmin: endpoint({
    method: 'POST',
    path: '/admin/users/:id/admin',
    access: 'admin',
    summary: 'Grant or revoke admin rights; the last admin stays',
    params: byId,
    body: z.object({ isAdmin: z.boolean('isAdmin is true or false') }),
    reply: z.object({ message: z.string(), user }),
  }),
  checkAdmin: endpoint({
    method: 'GET',
    path: '/admin/check',
    access: 'admin',
    summary: 'Is the caller an admin?',
    reply: z.object({ isAdmin: z.literal(true) }),
  }),
};
