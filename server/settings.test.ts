import { describe, expect, it } from 'vitest';
import { parseSettings } from './settings.ts';

describe('Settings', () => {
  it('need no variable; only with PostgreSQL the demo is off by default', () => {
    const settings = parseSettings({});
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      demo: true,
      holdMilliseconds: 900_000,
    });
    expect(parseSettings({ DATABASE_URL: 'postgres://localhost/shop' }).demo).toBe(false);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['HOST', 'a b'],
    ['HOST', 'http://shop.example'],
    ['HOST', '127.0.0.1:80'],
    ['HOST', '999.1.1.1'],
    ['HOST', '[::1]'],
    ['HOST', '::zz'],
    ['HOST', '*'],
    ['PUBLIC_URL', 'shop.example'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['DEMO', 'yes'],
    ['SHOP_TIMEZONE', 'Sydney'],
    ['SHOP_CURRENCY', 'dollars'],
    ['SHOP_CURRENCY', 'AUX'],
    ['CARD_KEY', 'abc'],
    ['CARD_KEY_NEXT', 'abc'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'the gallery'],
    ['MAIL_FROM', 'Gallery <shop@example.com'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Gallery\n <shop@example.com>'],
    ['MEDIA_URL', 'ftp://media'],
    ['MEDIA_URL', 's3://host/bucket'],
    ['MEDIA_URL', 's3://key:secret@host'],
    ['MEDIA_URL', 's3://key:se/cret@host/bucket'],
    ['MEDIA_URL', 's3://key:secr%et@host/bucket'],
    ['MEDIA_URL', 's3://key:secret@host/bucket?tls=no'],
    ['MEDIA_URL', 's3://key:secret@host/bucket?regoin=here'],
    ['HOLD_MINUTES', '0'],
    ['HOLD_MINUTES', '61'],
    ['RATE_LIMITS', 'maybe'],
    ['TRUST_PROXY', 'perhaps'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,proxy'],
    ['LOG_LEVEL', 'loud'],
    ['BACKUP_PASSPHRASE', 'too short'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'with a space in the middle'],
    ['SECURITY_CONTACT', 'somebody'],
    ['SECURITY_CONTACT', 'http://shop.example/security'],
    ['SECURITY_CONTACT', 'a@shop.example\nExpires: never'],
  ])('refuse %s=%s in one line that names the variable', (name, value) => {
    expect(() => parseSettings({ [name]: value })).toThrow(new RegExp(`^${name} .+`));
    expect(() => parseSettings({ [name]: value })).toThrow(/^[^\n]+$/);
  });

  it.each(['shop@localhost', 'shop@example.com', 'Vàng Son <shop@example.com>', '"Son, Vàng" <shop@example.com>'])(
    'accept %s as the sender of letters',
    (sender) => {
      expect(parseSettings({ MAIL_FROM: sender }).mailFrom).toBe(sender);
    },
  );

  it.each([
    ['security@shop.example', 'mailto:security@shop.example'],
    ['mailto:security@shop.example', 'mailto:security@shop.example'],
    ['https://shop.example/security', 'https://shop.example/security'],
    ['tel:+61-2-5550-1234', 'tel:+61-2-5550-1234'],
  ])('accept %s as the contact for security problems', (given, contact) => {
    expect(parseSettings({ SECURITY_CONTACT: given }).securityContact).toBe(contact);
  });

  it.each([
    ['false', 0],
    ['2', 2],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ])('accept the proxies %s', (value, proxies) => {
    expect(parseSettings({ TRUST_PROXY: value }).trustProxy).toEqual(proxies);
  });

  it.each(['localhost', '0.0.0.0', '::', '::1', 'shop-1.example', 'my_shop'])('accept the host %s', (host) => {
    expect(parseSettings({ HOST: host }).host).toBe(host);
  });

  it('describe an object store by one URL, with the keys in the URL or in variables of their own', () => {
    const whole = 's3://KEY:se%2Fcr%2Bet@localhost:9000/lacquer/pictures/2026?region=auto&tls=0';
    const store = {
      endpoint: 'http://localhost:9000',
      bucket: 'lacquer',
      prefix: 'pictures/2026/',
      region: 'auto',
      accessKeyId: 'KEY',
      secretAccessKey: 'se/cr+et',
    };
    expect(parseSettings({ MEDIA_URL: whole }).objectStore).toEqual(store);
    const beside = { AWS_ACCESS_KEY_ID: 'KEY', AWS_SECRET_ACCESS_KEY: 'se/cr+et' };
    expect(parseSettings({ MEDIA_URL: 's3://s3.example/lacquer', ...beside }).objectStore).toEqual({
      ...store,
      endpoint: 'https://s3.example',
      prefix: '',
      region: 'us-east-1',
    });
  });

  it('use a socket that was passed to this process, and ignore one that was passed to its parent', () => {
    const handed = { LISTEN_FDS: '1', LISTEN_PID: String(process.pid) };
    expect(parseSettings(handed).listeningSocket).toBe(3);
    expect(parseSettings({ ...handed, LISTEN_PID: String(process.ppid) }).listeningSocket).toBeNull();
    expect(parseSettings({}).listeningSocket).toBeNull();
  });

  it('leave secrets out of error messages', () => {
    for (const address of ['s3://key:hush/hush@host/bucket', 's3://key:hush@host', 's3:key:hush'])
      expect(() => parseSettings({ MEDIA_URL: address })).toThrow(/^(?!.*hush).+$/);
  });

  const admin = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'secret-1' };

  it.each([
    { ...admin, ADMIN_PASSWORD: '' },
    { ...admin, ADMIN_EMAIL: '' },
  ])('refuse the email of an admin without a password, and a password without an email: %o', (environment) => {
    expect(() => parseSettings(environment)).toThrow(/^Set both ADMIN_EMAIL and ADMIN_PASSWORD, or neither\.$/);
  });

  it('refuse an admin whose email is no address, and one with a short password', () => {
    expect(parseSettings(admin).admin).toEqual({ email: 'owner@example.com', password: 'secret-1' });
    expect(() => parseSettings({ ...admin, ADMIN_EMAIL: 'nobody' })).toThrow(/^ADMIN_EMAIL .+$/);
    expect(() => parseSettings({ ...admin, ADMIN_PASSWORD: 'short' })).toThrow(/^ADMIN_PASSWORD .+$/);
  });

  const keys = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' };

  it('simulate the payments unless they name a processor and its keys', () => {
    expect(parseSettings({ STRIPE_SECRET_KEY: 'sk_test_1' }).stripe).toBe(null);
    expect(parseSettings(keys).stripe).toEqual({
      secretKey: 'sk_test_1',
      webhookSecrets: ['whsec_1', 'whsec_2'],
      apiUrl: null,
      isLive: false,
    });
    const local = parseSettings({ ...keys, STRIPE_API_URL: 'http://127.0.0.1:12111/' });
    expect(local.stripe?.apiUrl).toBe('http://127.0.0.1:12111');
    const live = { ...keys, STRIPE_SECRET_KEY: 'rk_live_1', DEMO: '0', PUBLIC_URL: 'https://shop.example' };
    expect(parseSettings(live).stripe?.isLive).toBe(true);
  });

  it.each([
    [{ PAYMENTS: 'paypal' }, 'PAYMENTS must be'],
    [{ STRIPE_SECRET_KEY: '' }, 'needs STRIPE_SECRET_KEY'],
    [{ STRIPE_WEBHOOK_SECRET: '' }, 'needs STRIPE_WEBHOOK_SECRET'],
    [{ STRIPE_WEBHOOK_SECRET: 'secret' }, 'must begin with whsec_'],
    [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'is a publishable key'],
    [{ STRIPE_SECRET_KEY: 'secret' }, 'must begin with sk_test_'],
    [{ STRIPE_SECRET_KEY_FILE: '/etc/stripe' }, 'are both set'],
    [{ STRIPE_SECRET_KEY: '', STRIPE_SECRET_KEY_FILE: '/nowhere/at/all' }, 'cannot be read: ENOENT'],
    [{ STRIPE_API_URL: 'https://api.example' }, 'must be an address of this machine'],
    [{ STRIPE_SECRET_KEY: 'sk_live_1', PUBLIC_URL: 'https://shop.example' }, 'so DEMO must be 0'],
    [{ STRIPE_SECRET_KEY: 'sk_live_1', DEMO: '0' }, 'PUBLIC_URL must be an https address'],
    [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_URL: 'http://127.0.0.1:1' }, 'STRIPE_API_URL is for tests'],
  ])('refuse %j with real payments in one line', (changes, reason) => {
    expect(() => parseSettings({ ...keys, ...changes })).toThrow(reason);
    expect(() => parseSettings({ ...keys, ...changes })).not.toThrow(/\n|_live_1|_test_1/);
  });
});
