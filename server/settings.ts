import { resolve } from 'node:path';
import { z } from 'zod';

/** Every environment variable the shop reads, parsed once (CONTRACT.md, Settings). A bad one is refused by name. */
export interface Settings {
  port: number;
  host: string;
  /** Without a trailing slash, e.g. https://shop.example. */
  publicUrl: string;
  database: { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string };
  /** Absolute. */
  dataDirectory: string;
  admin: { email: string; password: string } | null;
  demo: boolean;
  shopName: string;
  timeZone: string;
  currency: string;
  /** 32 bytes, or null for the key file in the data directory. */
  cardKey: Buffer | null;
  smtpUrl: string | null;
  mailFrom: string;
  mediaUrl: string | null;
  holdMilliseconds: number;
  rateLimits: boolean;
  trustProxy: boolean | number;
  logLevel: (typeof logLevels)[number];
}

export class BadSetting extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws BadSetting with one line that says which setting is wrong and why. */
export function parseSettings(environment: Environment): Settings {
  const read = reader(environment);
  const dataDirectory = resolve(read('DATA_DIR', z.string().min(1), './data'));
  const database = databaseOf(read('DATABASE_URL', z.string(), `file:${dataDirectory}/shop.db`));
  const port = read(
    'PORT',
    z.string().regex(/^\d+$/, 'a port is a whole number').transform(Number).pipe(z.number().max(65_535)),
    '3000',
  );
  const host = read('HOST', z.string().min(1), '127.0.0.1');
  const smtpUrl = read(
    'SMTP_URL',
    optional(z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' })),
    '',
  );
  const mediaUrl = read('MEDIA_URL', optional(z.url({ protocol: /^s3$/, error: 'must start with s3://' })), '');
  return {
    port,
    host,
    publicUrl: read('PUBLIC_URL', webAddress, `http://${host.includes(':') ? `[${host}]` : host}:${port}`).replace(
      /\/+$/,
      '',
    ),
    database,
    dataDirectory,
    admin: adminOf(environment, read),
    demo: read('DEMO', z.enum(['0', '1'], 'must be 0 or 1'), database.engine === 'sqlite' ? '1' : '0') === '1',
    shopName: read('SHOP_NAME', z.string().trim().min(1).max(80), 'Vàng Son'),
    timeZone: read(
      'SHOP_TIMEZONE',
      z.string().refine(isTimeZone, 'is not a time zone, e.g. Australia/Sydney'),
      'Australia/Sydney',
    ),
    currency: read('SHOP_CURRENCY', z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters, e.g. AUD'), 'AUD'),
    cardKey: cardKeyOf(read('CARD_KEY', optional(z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits')), '')),
    smtpUrl,
    mailFrom: read('MAIL_FROM', z.string().min(3), 'shop@localhost'),
    mediaUrl,
    holdMilliseconds: read('HOLD_MINUTES', holdMinutes, '15') * 60_000,
    rateLimits: read('RATE_LIMITS', z.enum(['on', 'off'], 'must be on or off'), 'on') === 'on',
    trustProxy: trustProxyOf(
      read(
        'TRUST_PROXY',
        z.string().regex(/^(true|false|on|off|\d{1,2})$/, 'must be true, false or a number of proxies'),
        'false',
      ),
    ),
    logLevel: read('LOG_LEVEL', z.enum(logLevels, `must be one of ${logLevelNames()}`), 'info'),
  };
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const logLevelNames = () => ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].join(', ');

function reader(environment: Environment) {
  return <Schema extends z.ZodType>(name: string, schema: Schema, fallback: string): z.output<Schema> => {
    const given = environment[name];
    const parsed = schema.safeParse(given === undefined || given === '' ? fallback : given);
    if (parsed.success) return parsed.data;
    throw new BadSetting(`${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
  };
}

const optional = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal('').transform(() => null), schema]);
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const holdMinutes = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number of minutes')
  .transform(Number)
  .refine((minutes) => minutes > 0 && minutes <= 60, 'must be above 0 and at most 60');

function databaseOf(url: string): Settings['database'] {
  if (/^postgres(ql)?:\/\//.test(url)) return { engine: 'postgres', url };
  if (url.startsWith('file:') && url.length > 5)
    return { engine: 'sqlite', file: resolve(url.slice(5).replace(/^\/\/(?=\/)/, '')) };
  throw new BadSetting('DATABASE_URL must start with file: or postgres://');
}

function adminOf(environment: Environment, read: ReturnType<typeof reader>): Settings['admin'] {
  if (!environment.ADMIN_EMAIL && !environment.ADMIN_PASSWORD) return null;
  return {
    email: read(
      'ADMIN_EMAIL',
      z
        .string()
        .trim()
        .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'),
      'missing',
    ),
    password: read('ADMIN_PASSWORD', z.string().min(6, 'must have at least 6 characters').max(1_024), '-'),
  };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const cardKeyOf = (hex: string | null) => (hex === null ? null : Buffer.from(hex, 'hex'));

function trustProxyOf(value: string): boolean | number {
  if (/^\d+$/.test(value)) return Number(value);
  return value === 'true' || value === 'on';
}
