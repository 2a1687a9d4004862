import { z } from 'zod';
import { accountMessages, newPassword, nothing } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { failures } from './errors.ts';
import { limits } from './limits.ts';
import { emailAddress, line } from './text.ts';

/** Passwords, and the links that are sent by email. */
export const accountSecurityEndpoints = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot',
    access: 'public',
    summary: 'Request a password reset link; the answer is the same for known and unknown addresses',
    body: z.object({ email: emailAddress(accountMessages.emailInvalid) }),
    reply: z.object({ message: z.string() }),
    refuses: [429],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset',
    access: 'public',
    summary: 'Set a new password with the token of a reset link',
    body: z.object({
      token: line(limits.shortText, failures.resetLinkInvalid[1]),
      newPassword: newPassword('Password is required'),
    }),
    reply: z.object({ message: z.string() }),
    refuses: [429],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'public',
    summary: 'Confirm an email address with the token of the link that was sent to it',
    body: z.object({ token: line(limits.shortText, failures.linkInvalid[1]) }),
    reply: z.object({ message: z.string() }),
  }),
  resendConfirmation: endpoint({
    method: 'POST',
    path: '/user/confirm-email',
    access: 'customer',
    summary: 'Send another link that confirms the own email address',
    reply: z.object({ message: z.string() }),
    refuses: [429],
  }),
  undoEmailChange: endpoint({
    method: 'POST',
    path: '/auth/undo-email',
    access: 'public',
    summary: 'Undo a change of the email with the token of the link sent to the former address; ends every session',
    body: z.object({
      token: line(limits.shortText, failures.linkInvalid[1]),
      newPassword: newPassword('Password is required').optional(),
    }),
    reply: z.object({ message: z.string() }),
    refuses: [409],
  }),
  confirmIdentity: endpoint({
    method: 'POST',
    path: '/auth/confirm',
    access: 'customer',
    summary: 'Confirm with the password who uses this session, for the calls that need it, for 15 minutes',
    body: z.object({ password: z.string('Password is required').max(limits.passwordMaximum) }),
    reply: nothing,
    refuses: [403, 429],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/user/password',
    access: 'customer',
    summary: 'Change the password and end every other session',
    body: z.object({
      currentPassword: z.string().max(limits.passwordMaximum),
      newPassword: newPassword('Password is required'),
    }),
    reply: nothing,
    refuses: [403, 429],
  }),
};
