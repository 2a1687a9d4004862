import { z } from 'zod';
import { signInReply } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { passkey, passkeyAnswer } from './passkeys.ts';

const code = z.string('A code is text').max(limits.shortText);
const recoveryCodes = z.array(z.string());

export const secondFactorState = z.object({
  /** Null while no authenticator app is on. */
  authenticatorApp: z.object({ addedAt: z.string(), lastUsedAt: z.string().nullable() }).nullable(),
  passkeys: z.array(passkey),
  /** False if browsers refuse passkeys at the shop's address: it is an IP address, or has neither https nor the name localhost. */
  passkeysPossible: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Whether an owner requires a second factor of every admin. */
  required: z.boolean(),
});
export type SecondFactorState = z.infer<typeof secondFactorState>;

export const secondFactorEndpoints = {
  completeSignIn: endpoint({
    method: 'POST',
    path: '/auth/second-factor',
    access: 'public',
    summary:
      'Complete a sign-in that needs a second factor, with its challenge and a passkey, a code of the authenticator app or a recovery code',
    body: z
      .object({
        challenge: z.string('A challenge is text').max(limits.shortText),
        /** Required without `passkey`. */
        code: code.optional(),
        passkey: passkeyAnswer.optional(),
      })
      .check((context) => {
        const { code, passkey } = context.value;
        if (code === undefined && passkey === undefined)
          context.issues.push({ code: 'custom', path: ['code'], message: 'A code is text', input: context.value });
      }),
    reply: signInReply,
    refuses: [403, 429],
  }),
  confirmIdentity: endpoint({
    method: 'POST',
    path: '/auth/confirm',
    access: 'customer',
    summary:
      'Confirm with the password, or with a passkey or a code of the second factor, who uses this session, for the calls that need it, for 15 minutes',
    body: z.union(
      [
        z.object({ password: z.string('Password is required').max(limits.passwordMaximum) }),
        z.object({ code: z.string('A code is text').max(limits.shortText) }),
        z.object({ passkey: passkeyAnswer }),
      ],
      'Password is required',
    ),
    reply: z.object({}),
    refuses: [403, 429],
  }),
  getSecondFactor: endpoint({
    method: 'GET',
    path: '/admin/second-factor',
    access: 'viewer',
    withoutSecondFactor: true,
    summary: 'The own second factor, and whether every admin needs one',
    reply: secondFactorState,
  }),
  beginAuthenticatorApp: endpoint({
    method: 'POST',
    path: '/admin/second-factor/app',
    access: 'viewer',
    confirmed: true,
    withoutSecondFactor: true,
    summary: 'Create a key for an authenticator app; it is off until its first code is given',
    reply: z.object({ key: z.string(), uri: z.string() }),
    refuses: [409],
  }),
  enableAuthenticatorApp: endpoint({
    method: 'POST',
    path: '/admin/second-factor/app/on',
    access: 'viewer',
    confirmed: true,
    withoutSecondFactor: true,
    summary: 'Turn the authenticator app on with its first code; returns new recovery codes, which are shown once',
    body: z.object({ code }),
    reply: z.object({ recoveryCodes }),
    refuses: [403, 409, 429],
  }),
  removeAuthenticatorApp: endpoint({
    method: 'DELETE',
    path: '/admin/second-factor/app',
    access: 'viewer',
    confirmed: true,
    summary: 'Turn the authenticator app off; the recovery codes are deleted with the last second factor',
    reply: z.object({}),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/admin/second-factor/recovery-codes',
    access: 'viewer',
    confirmed: true,
    summary: 'Replace the recovery codes by ten new ones, which are shown once',
    reply: z.object({ recoveryCodes }),
    refuses: [409],
  }),
  requireSecondFactor: endpoint({
    method: 'PUT',
    path: '/admin/second-factor/required',
    access: 'owner',
    confirmed: true,
    summary: 'Require a second factor of every admin, or leave it to them',
    body: z.object({ required: z.boolean('required is true or false') }),
    reply: z.object({ required: z.boolean() }),
    refuses: [409],
  }),
};
