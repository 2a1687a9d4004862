import { isRefusal } from '#contract/errors.ts';
import type { Role } from '#contract/roles.ts';
import { callerNetwork } from '#server/platform/http/client-network.ts';
import { created, type Handlers, type Session } from '#server/platform/http/handlers.ts';
import { logSecurityEvent } from '#server/platform/security-events.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { blockUser, type EndPurchases, unblockUser } from './block-user.ts';
import { changePriceRight, changeRole } from './change-role.ts';
import { deleteOwnAccount, type RemoveOtherRecords } from './delete-account.ts';
import { undoEmailChange } from './email-change.ts';
import { confirmEmail, resendConfirmation } from './email-confirmation.ts';
import { acceptInvitation, invite, listInvitations, withdrawInvitation } from './invitations.ts';
import { exportOwnRecords } from './own-records.ts';
import {
  endAllSessions,
  endSession,
  endStaffSession,
  listOwnSessions,
  listStaffSessions,
  signOut,
} from './own-sessions.ts';
import { countOwnerRecipients } from './owner-emails.ts';
import { changePassword, forgotPassword, resetPassword } from './passwords.ts';
import { findProfile, updateProfile } from './profile.ts';
import { register, signIn } from './sign-in.ts';
import { listStaff } from './staff.ts';
import { addUser, deleteUser, listMostActive, listUsers } from './users.ts';

export type AccountEndpoint = PublicEndpoint | OwnEndpoint | AdminEndpoint | StaffEndpoint;

/** Reads and removes what other features store about a user. */
export interface OtherRecords {
  /** What the download of own records contains of other features: key in the document -> value. */
  read: (userId: string) => Promise<Record<string, unknown>>;
  remove: RemoveOtherRecords;
  endPurchases: EndPurchases;
}

const forgotMessage = say('If this address has an account, we have sent a link to set a new password.');
const confirmedMessage = say('Your email address is confirmed.');
const resentMessage = say('We have sent you a link that confirms your address.');
const undoMessage = say('Your account has this email address again. Please sign in.');
const acceptedMessage = say('Welcome. Please sign in with your new password.');
const resetMessage = say('Your password has been changed. Please sign in.');

export function accountRoutes(shop: Shop, otherRecords: OtherRecords): Handlers<AccountEndpoint> {
  return {
    ...publicRoutes(shop),
    ...ownRoutes(shop, otherRecords),
    ...adminRoutes(shop, otherRecords),
    ...staffRoutes(shop),
  };
}

type PublicEndpoint =
  | 'authenticate'
  | 'signOut'
  | 'forgotPassword'
  | 'resetPassword'
  | 'confirmEmail'
  | 'undoEmailChange'
  | 'acceptInvitation';

function publicRoutes(shop: Shop): Handlers<PublicEndpoint> {
  return {
    authenticate: async ({ body, address, userAgent, pageLanguage, device }) => {
      const { mode, email, password, name = '' } = body;
      const caller = { address, userAgent, pageLanguage, device };
      const lane = mode === 'signin' ? 'sign-in' : 'registration';
      return shop.passwords.inTurn({ lane, caller: callerNetwork(address) }, async () => {
        if (mode === 'signin') return signIn(shop, { email, password }, caller);
        const reply = await register(shop, { email, password, name }, caller);
        return isRefusal(reply) ? reply : created(reply);
      });
    },
    signOut: async ({ tokenHash }) => {
      if (tokenHash) await signOut(shop, tokenHash);
      return {};
    },
    forgotPassword: async ({ body, address }) =>
      (await forgotPassword(shop, body.email, address)) ?? { message: forgotMessage },
    resetPassword: async ({ body, device, address }) =>
      (await resetPassword(shop, body.token, body.newPassword, { device, address })) ?? { message: resetMessage },
    confirmEmail: async ({ body }) => (await confirmEmail(shop, body.token)) ?? { message: confirmedMessage },
    undoEmailChange: async ({ body, address }) =>
      (await undoEmailChange(shop, body, address)) ?? { message: undoMessage },
    acceptInvitation: async ({ body, address }) =>
      (await acceptInvitation(shop, body, address)) ?? { message: acceptedMessage },
  };
}

type OwnEndpoint =
  | 'resendConfirmation'
  | 'getProfile'
  | 'updateProfile'
  | 'changePassword'
  | 'listSessions'
  | 'endOtherSessions'
  | 'endSession'
  | 'downloadOwnRecords'
  | 'deleteOwnAccount';

function ownRoutes(shop: Shop, otherRecords: OtherRecords): Handlers<OwnEndpoint> {
  return {
    resendConfirmation: async ({ session }) =>
      (await resendConfirmation(shop, session.userId)) ?? { message: resentMessage },
    getProfile: async ({ session, query }) => {
      const user = await findProfile(shop, session.userId, query.include === 'card');
      return isRefusal(user) ? user : { user };
    },
    updateProfile: async ({ session, body, address }) => {
      const user = await updateProfile(shop, { userId: session.userId, address }, body);
      return isRefusal(user) ? user : { user };
    },
    changePassword: async ({ session, body, device, address }) =>
      (await changePassword(shop, session.userId, body, { tokenHash: session.tokenHash, device, address })) ?? {},
    listSessions: async ({ session }) => ({
      sessions: await listOwnSessions(shop, { id: session.userId, role: session.role }, session.tokenHash),
    }),
    endSession: async ({ session, params }) => (await endSession(shop, session.userId, params.id)) ?? {},
    endOtherSessions: async ({ session }) => {
      await endAllSessions(shop, session.userId);
      return {};
    },
    downloadOwnRecords: async ({ session }) => {
      const records = await exportOwnRecords(shop, session.userId, session.tokenHash);
      if (isRefusal(records)) return records;
      return { document: { ...records, ...(await otherRecords.read(session.userId)) } };
    },
    deleteOwnAccount: async ({ session, body }) =>
      (await deleteOwnAccount(shop, session.userId, body.currentPassword, otherRecords.remove)) ?? {},
  };
}

/** The owner of `session` gives the user `params.id` a role, or none (null). */
interface RoleChange {
  session: Session;
  params: { id: string };
  address: string;
  role: Role | null;
}

type AdminEndpoint =
  | 'listUsers'
  | 'listActiveUsers'
  | 'addUser'
  | 'deleteUser'
  | 'setAdmin'
  | 'setRole'
  | 'blockUser'
  | 'unblockUser'
  | 'checkAdmin'
  | 'countLetterRecipients';

function adminRoutes(shop: Shop, otherRecords: OtherRecords): Handlers<AdminEndpoint> {
  const setRole = async ({ session, params, address, role }: RoleChange) => {
    const user = await changeRole(shop, session.userId, params.id, role);
    if (isRefusal(user)) return user;
    const reason = role ?? 'customer';
    logSecurityEvent(shop.log, 'role changed', { account: params.id, by: session.userId, address, reason });
    return user;
  };
  return {
    listUsers: ({ query }) => listUsers(shop, query),
    listActiveUsers: async () => ({ users: await listMostActive(shop) }),
    addUser: async ({ session, body, address }) => {
      const role = body.role === undefined && body.isAdmin ? 'owner' : (body.role ?? null);
      const user = await addUser(shop, session.userId, { ...body, role });
      if (isRefusal(user)) return user;
      const reason = role ?? 'customer';
      logSecurityEvent(shop.log, 'account added', { account: user.id, by: session.userId, address, reason });
      return { user };
    },
    deleteUser: async ({ session, params, address }) => {
      const refused = await deleteUser(shop, session.userId, params.id, otherRecords.remove);
      if (refused) return refused;
      logSecurityEvent(shop.log, 'account deleted', { account: params.id, by: session.userId, address });
      return {};
    },
    setAdmin: async ({ session, params, body, address }) => {
      const user = await setRole({ session, params, address, role: body.isAdmin ? 'owner' : null });
      if (isRefusal(user)) return user;
      return {
        message: body.isAdmin
          ? say('User admin status granted successfully')
          : say('User admin status revoked successfully'),
        user,
      };
    },
    setRole: async ({ session, params, body, address }) => {
      const user = await setRole({ session, params, address, role: body.role });
      return isRefusal(user) ? user : { user };
    },
    blockUser: async ({ session, params, body, address }) => {
      const user = await blockUser(
        shop,
        session.userId,
        { userId: params.id, reason: body.reason },
        otherRecords.endPurchases,
      );
      if (isRefusal(user)) return user;
      logSecurityEvent(shop.log, 'account blocked', { account: params.id, by: session.userId, address });
      return { user };
    },
    unblockUser: async ({ session, params, address }) => {
      const user = await unblockUser(shop, session.userId, params.id);
      if (isRefusal(user)) return user;
      logSecurityEvent(shop.log, 'account unblocked', { account: params.id, by: session.userId, address });
      return { user };
    },
    checkAdmin: ({ session: { role, maySetPrices } }) => ({ isAdmin: true, role, maySetPrices }),
    countLetterRecipients: async () => ({ recipients: await countOwnerRecipients(shop.database.read) }),
  };
}

type StaffEndpoint =
  | 'setPriceRight'
  | 'listStaff'
  | 'inviteStaff'
  | 'listInvitations'
  | 'withdrawInvitation'
  | 'listStaffSessions'
  | 'endStaffSession';

function staffRoutes(shop: Shop): Handlers<StaffEndpoint> {
  return {
    setPriceRight: async ({ session, params, body, address }) => {
      const refused = await changePriceRight(shop, session.userId, { userId: params.id, ...body });
      if (refused) return refused;
      const reason = body.maySetPrices ? 'given' : 'taken away';
      logSecurityEvent(shop.log, 'price right changed', { account: params.id, by: session.userId, address, reason });
      return {};
    },
    listStaff: async () => ({ people: await listStaff(shop) }),
    inviteStaff: async ({ session, body }) => {
      const invitation = await invite(shop, session.userId, body);
      return isRefusal(invitation) ? invitation : { invitation };
    },
    listInvitations: async () => ({ invitations: await listInvitations(shop) }),
    withdrawInvitation: async ({ session, params }) =>
      (await withdrawInvitation(shop, session.userId, params.id)) ?? {},
    listStaffSessions: async ({ session, params }) => {
      const sessions = await listStaffSessions(shop, params.id, session.tokenHash);
      return isRefusal(sessions) ? sessions : { sessions };
    },
    endStaffSession: async ({ session, params }) =>
      (await endStaffSession(shop, session.userId, { userId: params.id, id: params.sessionId })) ?? {},
  };
}
