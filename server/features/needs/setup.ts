import { isRefusal, type Refusal } from '#contract/errors.ts';
import { type SetupStep, setupSteps } from '#contract/setup.ts';
import { countOwnerRecipients, findSecondFactor } from '#server/features/accounts/accounts.ts';
import { findBackups } from '#server/features/backups/backups.ts';
import { findSetupFacts, updateSetup } from '#server/features/settings/settings.ts';
import type { Shop } from '#server/shop.ts';
import { selectFailingCalls } from './needs.queries.ts';
import { hasOwnListing, hasSentEmail } from './setup.queries.ts';

export interface Setup {
  steps: { id: SetupStep; isDone: boolean }[];
  hidden: boolean;
}

/**
 * The steps that a new shop needs (docs/behaviour/admin.md, 21), and which of them are done. A listing of the demo is not a first listing,
 * and an email that was written to a file was not sent. The second factor is that of the user.
 */
export async function findSetup(shop: Shop, userId: string): Promise<Setup> {
  const { read } = shop.database;
  const { stripe, smtpUrl } = shop.settings;
  const [facts, ownListing, sentEmail, recipients, factor, backups, failingCalls] = await Promise.all([
    findSetupFacts(read, shop),
    hasOwnListing(read),
    hasSentEmail(read),
    countOwnerRecipients(read),
    findSecondFactor(read, shop, userId),
    findBackups(shop),
    selectFailingCalls(read, 1),
  ]);
  const isDone: Record<SetupStep, boolean> = {
    shop: facts.hasAddress,
    piece: ownListing,
    delivery: facts.hasDelivery,
    payments: (stripe !== null && failingCalls.length === 0) || facts.hasTransfer,
    tax: facts.hasTax,
    policies: facts.hasPolicies,
    email: smtpUrl !== null && sentEmail,
    'own-address': recipients > 0,
    'second-factor': factor.authenticatorApp !== null || factor.passkeys.length > 0,
    backup: backups.runs.some(({ isRehearsed }) => isRehearsed),
  };
  return { steps: setupSteps.map((id) => ({ id, isDone: isDone[id] })), hidden: facts.isSetupHidden };
}

/** Hides the list from every owner, or shows it again. */
export async function hideSetup(shop: Shop, adminId: string, hidden: boolean): Promise<Refusal | null> {
  const changed = await updateSetup(shop, adminId, { hidden });
  return isRefusal(changed) ? changed : null;
}
