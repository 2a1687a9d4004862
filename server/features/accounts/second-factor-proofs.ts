import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { PasskeyAnswer } from '#contract/passkeys.ts';
import {
  checkRateLimit,
  clearAttempts,
  countAttempt,
  type RateLimit,
  runExclusive,
} from '#server/features/attempts/attempts.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { AuthenticatorAppsTable } from '#server/platform/database/second-factor-tables.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import type { UserRow } from './accounts.queries.ts';
import { counterOfCode } from './authenticator-app.ts';
import { selectPasskeyByCredential, updatePasskey } from './passkeys.queries.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { selectApp, updateApp } from './second-factor.queries.ts';
import { findRelyingParty, loadWebauthn, verifyPasskeyAnswer } from './webauthn.ts';

/** What shows that somebody has the second factor of an account. */
export type Proof =
  /** A code of the authenticator app, or a recovery code. */
  | { code: string }
  /** A code of an authenticator app that is not on yet. */
  | { firstCode: string }
  /** A browser's answer. The caller has found `challenge` in the database and makes sure that nobody uses it again. */
  | { passkey: PasskeyAnswer; challenge: string };

const wrongProofs: readonly string[] = ['codeWrong', 'codeUsed', 'passkeyWrong'];

/** The limits of wrong proofs. A right one clears only the count of `own`. */
export interface ProofLimits {
  own: RateLimit;
  /** For the account, over all browsers: otherwise each mark of a known device would allow further guesses. */
  all: RateLimit;
}

/** Limits the wrong proofs of one account to 10 in an hour, or of a known browser with this mark, and to 30 over all browsers. */
export function proofLimits(userId: string, mark: string | null = null): ProofLimits {
  const window = 60 * 60_000;
  const own = mark === null ? `second factor user:${userId}` : `second factor device:${hashOfToken(mark)}`;
  return {
    own: { subject: own, limit: 10, window },
    all: { subject: `second factor account:${userId}`, limit: 30, window },
  };
}

/**
 * Runs `work`, which calls `checkProof` with `given`. Counts a wrong proof, and refuses (429) every proof when a limit is reached.
 * Counts outside of the transaction of `work`, because that is rolled back when the proof is refused.
 */
export async function limitProofs<Answer>(
  shop: Shop,
  { given, limits }: { given: Proof | { passkey: PasskeyAnswer }; limits: ProofLimits },
  work: () => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  if ('passkey' in given) await loadWebauthn();
  const rateLimits = [limits.own, limits.all];
  return runExclusive(shop, limits.all.subject, async () => {
    const limited = await checkRateLimit(shop.database.read, shop, rateLimits);
    if (limited) return limited;
    const answer = await work();
    if (!isRefusal(answer) || !wrongProofs.includes(answer.refused)) return answer;
    return (await shop.database.write((tx) => countAttempt(tx, shop, rateLimits))) ?? answer;
  });
}

interface GivenProof {
  /** Locked by the caller's transaction. */
  user: UserRow;
  proof: Proof;
  limits: ProofLimits;
}

/**
 * Accepts a passkey, a code of the authenticator app that was not used before, or a recovery code, which cannot be used again then.
 * Refuses any other (403). Call it within `limitProofs`.
 */
export async function checkProof(tx: Writer, shop: Shop, { user, proof, limits }: GivenProof): Promise<Refusal | null> {
  // Another process may have counted the last allowed failure in the meantime.
  const limited = await checkRateLimit(tx, shop, [limits.own, limits.all]);
  if (limited) return limited;
  const refused = await spendProof(tx, shop, user, proof);
  if (refused) return { ...refused, account: user.id };
  await clearAttempts(tx, limits.own.subject);
  return null;
}

async function spendProof(tx: Writer, shop: Shop, user: UserRow, proof: Proof): Promise<Refusal | null> {
  if ('passkey' in proof) return spendPasskey(tx, shop, user, proof);
  const app = await selectApp(tx, user.id);
  if ('firstCode' in proof) return spendAppCode(tx, shop, app, withoutGaps(proof.firstCode));
  const code = withoutGaps(proof.code);
  if (/^\d{6}$/.test(code)) return spendAppCode(tx, shop, app?.enabled_at === null ? undefined : app, code);
  return (await spendRecoveryCode(tx, user.id, code)) ? null : refuse('codeWrong');
}

const withoutGaps = (code: string) => code.replace(/[\s-]/g, '');

async function spendPasskey(
  tx: Writer,
  shop: Shop,
  user: UserRow,
  { passkey, challenge }: { passkey: PasskeyAnswer; challenge: string },
): Promise<Refusal | null> {
  const party = findRelyingParty(shop.settings);
  const stored = await selectPasskeyByCredential(tx, passkey.id);
  if (!party || stored?.user_id !== user.id) return refuse('passkeyWrong');
  const counter = await verifyPasskeyAnswer(party, stored, passkey, challenge);
  if (counter === null) return refuse('passkeyWrong');
  await updatePasskey(tx, stored.id, { counter, last_used_at: shop.clock() });
  return null;
}

async function spendAppCode(
  tx: Writer,
  shop: Shop,
  app: AuthenticatorAppsTable | undefined,
  code: string,
): Promise<Refusal | null> {
  if (!app) return refuse('codeWrong');
  const now = shop.clock();
  const counter = counterOfCode(shop.cards.open(app.user_id, 'authenticatorKey', app.key_sealed), code, now);
  if (counter === null) return refuse('codeWrong');
  if (counter <= app.last_counter) return refuse('codeUsed');
  await updateApp(tx, app.user_id, { last_counter: counter, last_used_at: now });
  return null;
}
