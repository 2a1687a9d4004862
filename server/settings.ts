import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { durations } from '#contract/limits.ts';
import { BadSetting } from './bad-setting.ts';
import { type NightlyBackupSettings, nightlyBackupsOf } from './nightly-backup-settings.ts';
import { type ObjectStorePlace, objectStoreOf } from './object-store-settings.ts';
import { type StripeSettings, stripeSettingsOf } from './stripe-settings.ts';

export { BadSetting, type NightlyBackupSettings, type ObjectStorePlace, type StripeSettings };

/** Every environment variable that the shop reads, parsed once (README.md, Settings). */
export interface Settings {
  port: number;
  host: string;
  /** File descriptor of a socket that already listens (systemd socket units, sd_listen_fds(3)), instead of port and host. */
  listeningSocket: number | null;
  /** Without a trailing slash, e.g. https://shop.example. */
  publicUrl: string;
  database: { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string };
  /** An absolute path. */
  dataDirectory: string;
  admin: { email: string; password: string } | null;
  demo: boolean;
  shopName: string;
  timeZone: string;
  currency: string;
  /** 32 bytes, or null for the key file in the data directory. */
  cardKey: Buffer | null;
  /** The key that signs certificates, 32 bytes, or null for the key file in the data directory. */
  certificateKey: Buffer | null;
  /** The key that replaces `cardKey` (cli/rotate-key.ts); only with `cardKey`. */
  cardKeyNext: Buffer | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Where answers to emails about enquiries go: an address with `+` before the @; null: the shop's email address. */
  answersTo: string | null;
  /** Where pictures are stored; null means in the data directory. */
  objectStore: ObjectStorePlace | null;
  holdMilliseconds: number;
  /** How long sessions of people with a role last, milliseconds: without use, and in any case. */
  adminSessions: { unused: number; total: number };
  rateLimits: boolean;
  /** The number of proxies in front of the shop, or their addresses and networks (CIDR). */
  trustProxy: number | string[];
  logLevel: (typeof logLevels)[number];
  /** A URI to which people report security problems; null: there is no security.txt. */
  securityContact: string | null;
  /** The token with which an operator reads the metrics; null: there are none. */
  metricsToken: string | null;
  /** The passphrase of encrypted backups, for the commands that make and restore them. */
  backupPassphrase: string | null;
  /** Where the shop stores an encrypted backup each night; null: it makes none by itself. */
  nightlyBackups: NightlyBackupSettings | null;
  /** The account at Stripe that takes the payments; null: the checkout simulates them. */
  stripe: StripeSettings | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws BadSetting with one line that says which setting is wrong and why. */
export function parseSettings(environment: Environment): Settings {
  const read = reader(environment);
  const dataDirectory = resolve(read('DATA_DIR', z.string().min(1), './data'));
  const database = databaseOf(read('DATABASE_URL', z.string(), `file:${dataDirectory}/shop.db`));
  const { port, host } = listeningAddressOf(read);
  const smtpUrl = read(
    'SMTP_URL',
    optional(z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' })),
    '',
  );
  const ownAddress = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const publicUrl = read('PUBLIC_URL', webAddress, ownAddress).replace(/(?<!\/)\/+$/, '');
  const demo = read('DEMO', z.enum(['0', '1'], 'must be 0 or 1'), database.engine === 'sqlite' ? '1' : '0') === '1';
  const backupPassphrase = read(
    'BACKUP_PASSPHRASE',
    optional(z.string().min(12, 'must have at least 12 characters').max(1_024)),
    '',
  );
  return {
    port,
    host,
    listeningSocket: listeningSocketOf(environment),
    publicUrl,
    database,
    dataDirectory,
    admin: adminOf(environment, read),
    demo,
    shopName: read('SHOP_NAME', z.string().trim().min(1).max(80), 'Vàng Son'),
    timeZone: read(
      'SHOP_TIMEZONE',
      z.string().refine(isTimeZone, 'is not a time zone, e.g. Australia/Sydney'),
      'Australia/Sydney',
    ),
    currency: read('SHOP_CURRENCY', z.enum(Intl.supportedValuesOf('currency'), 'is not a currency, e.g. AUD'), 'AUD'),
    cardKey: read('CARD_KEY', optional(secretKey), ''),
    certificateKey: read('CERTIFICATE_KEY', optional(secretKey), ''),
    cardKeyNext: nextKeyOf(environment, read),
    smtpUrl,
    mailFrom: read('MAIL_FROM', sender, 'shop@localhost'),
    answersTo: read('ANSWERS_TO', optional(plusAddress), ''),
    objectStore: objectStoreOf(environment, 'MEDIA_URL'),
    adminSessions: { unused: durations.adminSessionUnused, total: durations.adminSession },
    holdMilliseconds: read('HOLD_MINUTES', holdMinutes, '15') * 60_000,
    rateLimits: read('RATE_LIMITS', z.enum(['on', 'off'], 'must be on or off'), 'on') === 'on',
    trustProxy: read('TRUST_PROXY', trustProxy, 'false'),
    logLevel: read('LOG_LEVEL', z.enum(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
    securityContact: read('SECURITY_CONTACT', optional(contact), ''),
    backupPassphrase,
    nightlyBackups: nightlyBackupsOf(environment, backupPassphrase),
    stripe: stripeSettingsOf(environment, { publicUrl, demo }),
    metricsToken: read('METRICS_TOKEN', optional(metricsToken), ''),
  };
}

function listeningAddressOf(read: ReturnType<typeof reader>): Pick<Settings, 'port' | 'host'> {
  const port = read(
    'PORT',
    z.string().regex(/^\d+$/, 'a port is a whole number').transform(Number).pipe(z.number().max(65_535)),
    '3000',
  );
  const host = read(
    'HOST',
    z.string().refine(isHost, 'must be an address or a name of this machine, e.g. 127.0.0.1, ::1 or localhost'),
    '127.0.0.1',
  );
  return { port, host };
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function reader(environment: Environment) {
  return <Schema extends z.ZodType>(name: string, schema: Schema, fallback: string): z.output<Schema> => {
    const given = environment[name];
    const parsed = schema.safeParse(given === undefined || given === '' ? fallback : given);
    if (parsed.success) return parsed.data;
    throw new BadSetting(`${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
  };
}

/** Passed sockets begin at file descriptor 3. If they were passed to a parent process, LISTEN_PID is the parent's id. */
function listeningSocketOf({ LISTEN_PID, LISTEN_FDS }: Environment): number | null {
  return LISTEN_PID === String(process.pid) && LISTEN_FDS === '1' ? 3 : null;
}

/** A key of 32 bytes. */
const secretKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits')
  .transform((hex) => Buffer.from(hex, 'hex'));
const optional = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal('').transform(() => null), schema]);
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
/** An email address, or a name and an address: `Gallery <shop@example.com>`. A comma in the name needs quotes. */
const sender = z
  .string()
  .trim()
  .regex(
    /^(?:[^\s<>,"@]+@[^\s<>,"@]+|(?:"[^"\p{Cc}]*"|[^<>,"\p{Cc}]*) ?<[^\s<>,"@]+@[^\s<>,"@]+>)$/u,
    'must be an email address, e.g. shop@example.com or Gallery <shop@example.com>',
  );
const metricsToken = z.string().regex(/^[\w.~+/=-]{16,512}$/, 'must have 16 to 512 letters, digits or . _ ~ + / = -');
const plusAddress = z
  .string()
  .trim()
  .regex(
    /^[^\s<>,:;"()@+]{1,30}\+@[^\s<>,:;"()@]+$/,
    'must be an email address with + before the @, e.g. gallery+@example.com',
  );
/** An email address, or an address of a page or a telephone number as RFC 9116 allows it. Returned as a URI. */
const contact = z
  .string()
  .trim()
  .regex(
    /^(?:(?:mailto:)?[^\s<>,:"@/]+@[^\s<>,"@/]+|https:\/\/[^\s/]\S*|tel:\+?[\d().-]+)$/,
    'must be an email address, an https:// address or tel:+…',
  )
  .transform((text) => (/^(mailto|https|tel):/.test(text) ? text : `mailto:${text}`));
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

function nextKeyOf({ CARD_KEY, CARD_KEY_NEXT }: Environment, read: ReturnType<typeof reader>): Buffer | null {
  if (CARD_KEY_NEXT && !CARD_KEY) throw new BadSetting('CARD_KEY_NEXT needs CARD_KEY beside it');
  return read('CARD_KEY_NEXT', optional(secretKey), '');
}

function adminOf(environment: Environment, read: ReturnType<typeof reader>): Settings['admin'] {
  if (!environment.ADMIN_EMAIL && !environment.ADMIN_PASSWORD) return null;
  if (!environment.ADMIN_EMAIL || !environment.ADMIN_PASSWORD)
    throw new BadSetting('Set both ADMIN_EMAIL and ADMIN_PASSWORD, or neither.');
  return {
    email: read(
      'ADMIN_EMAIL',
      z
        .string()
        .trim()
        .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'),
      '',
    ),
    password: read('ADMIN_PASSWORD', z.string().min(6, 'must have at least 6 characters').max(1_024), ''),
  };
}

/** An IP address without square brackets, or a host name. A name whose last label is a number would be read as an IP address. */
function isHost(host: string): boolean {
  return (
    isIP(host) !== 0 || (host.length <= 253 && /^[a-z\d_-]+(\.[a-z\d_-]+)*$/i.test(host) && !/(^|\.)\d+$/.test(host))
  );
}

function isTimeZone(name: string): boolean {
  try {
    // Intl.DateTimeFormat would load twenty milliseconds of rules for dates.
    Temporal.Now.zonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** `true` would trust every address that a client puts into X-Forwarded-For, so it is refused. */
const trustProxy = z
  .string()
  .refine(
    (value) => /^(false|off|\d{1,2})$/.test(value) || value.split(',').every((part) => isAddressRange(part.trim())),
    'must be false, the number of proxies, or their addresses separated by commas (10.0.0.1, 10.0.0.0/8)',
  )
  .transform((value) => {
    if (/^(false|off)$/.test(value)) return 0;
    return /^\d+$/.test(value) ? Number(value) : value.split(',').map((part) => part.trim());
  });

/** An IP address, or a network such as 10.0.0.0/8. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
