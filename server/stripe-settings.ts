import { readFileSync } from 'node:fs';
import { BadSetting } from './bad-setting.ts';

/** The settings of real payments (docs/payments.md). */
export interface StripeSettings {
  secretKey: string;
  /** The secrets that webhooks are signed with; several while one replaces another. */
  webhookSecrets: readonly string[];
  /** Where a fake of Stripe listens; null for Stripe itself. */
  apiUrl: string | null;
  /** Whether `secretKey` is a live key, which moves real money. */
  isLive: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Null with PAYMENTS=simulated. Throws BadSetting for an invalid setting; its message never contains a key. */
export function stripeSettingsOf(
  environment: Environment,
  { publicUrl, demo }: { publicUrl: string; demo: boolean },
): StripeSettings | null {
  const payments = environment.PAYMENTS || 'simulated';
  if (payments === 'simulated') return null;
  if (payments !== 'stripe') throw new BadSetting('PAYMENTS must be simulated or stripe');
  const secretKey = secretKeyOf(environment);
  const isLive = /^.k_live_/.test(secretKey);
  const webhookSecrets = webhookSecretsOf(environment);
  const apiUrl = apiUrlOf(environment, isLive);
  if (isLive && demo) throw new BadSetting('STRIPE_SECRET_KEY is a live key, so DEMO must be 0');
  if (isLive && !publicUrl.startsWith('https:'))
    throw new BadSetting('STRIPE_SECRET_KEY is a live key, so PUBLIC_URL must be an https address');
  return { secretKey, webhookSecrets, apiUrl, isLive };
}

function secretKeyOf({ STRIPE_SECRET_KEY, STRIPE_SECRET_KEY_FILE }: Environment): string {
  if (STRIPE_SECRET_KEY && STRIPE_SECRET_KEY_FILE)
    throw new BadSetting('STRIPE_SECRET_KEY and STRIPE_SECRET_KEY_FILE are both set: set one of them');
  const key = STRIPE_SECRET_KEY || (STRIPE_SECRET_KEY_FILE ? contentOf(STRIPE_SECRET_KEY_FILE) : '');
  if (key === '') throw new BadSetting('PAYMENTS=stripe needs STRIPE_SECRET_KEY or STRIPE_SECRET_KEY_FILE');
  if (key.startsWith('pk_'))
    throw new BadSetting('STRIPE_SECRET_KEY is a publishable key (pk_…): the secret key begins with sk_ or rk_');
  if (!/^[sr]k_(test|live)_\w+$/.test(key))
    throw new BadSetting('STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_');
  return key;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown error';
    throw new BadSetting(`STRIPE_SECRET_KEY_FILE cannot be read: ${reason}`);
  }
}

function webhookSecretsOf({ STRIPE_WEBHOOK_SECRET = '' }: Environment): string[] {
  const secrets = STRIPE_WEBHOOK_SECRET.split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (secrets.length === 0) throw new BadSetting('PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRET');
  if (!secrets.every((secret) => /^whsec_\S+$/.test(secret)))
    throw new BadSetting('STRIPE_WEBHOOK_SECRET must begin with whsec_; separate several by commas');
  return secrets;
}

function apiUrlOf({ STRIPE_API_URL }: Environment, isLive: boolean): string | null {
  if (!STRIPE_API_URL) return null;
  if (isLive) throw new BadSetting('STRIPE_API_URL is for tests: it cannot be used with a live STRIPE_SECRET_KEY');
  const url = URL.canParse(STRIPE_API_URL) ? new URL(STRIPE_API_URL) : null;
  const isLoopback = url !== null && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
  if (!isLoopback || url.pathname !== '/' || !/^https?:$/.test(url.protocol))
    throw new BadSetting('STRIPE_API_URL must be an address of this machine, e.g. http://127.0.0.1:12111');
  return url.origin;
}
