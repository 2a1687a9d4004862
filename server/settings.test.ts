import { describe, expect, it } from 'vitest';
import { parseSettings } from './settings.ts';

describe('The settings', () => {
  it('need nothing to be set', () => {
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
    ['PUBLIC_URL', 'shop.example'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['ADMIN_EMAIL', 'nobody'],
    ['DEMO', 'yes'],
    ['SHOP_TIMEZONE', 'Sydney'],
    ['SHOP_CURRENCY', 'dollars'],
    ['CARD_KEY', 'abc'],
    ['SMTP_URL', 'http://mail'],
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
    ['LOG_LEVEL', 'loud'],
  ])('name the bad one: %s=%s', (name, value) => {
    expect(() => parseSettings({ [name]: value })).toThrow(new RegExp(`^${name} .+`));
    expect(() => parseSettings({ [name]: value })).toThrow(/^[^\n]+$/);
  });

  it('name an object store by one address, its keys in it or beside it', () => {
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

  it('name a socket that was handed to this process, and none that was meant for its parent', () => {
    const handed = { LISTEN_FDS: '1', LISTEN_PID: String(process.pid) };
    expect(parseSettings(handed).listeningSocket).toBe(3);
    expect(parseSettings({ ...handed, LISTEN_PID: String(process.ppid) }).listeningSocket).toBeNull();
    expect(parseSettings({}).listeningSocket).toBeNull();
  });

  it('never repeat a secret', () => {
    for (const address of ['s3://key:hush/hush@host/bucket', 's3://key:hush@host', 's3:key:hush'])
      expect(() => parseSettings({ MEDIA_URL: address })).toThrow(/^(?!.*hush).+$/);
  });

  it('need a password of an admin whose email is set', () => {
    expect(() => parseSettings({ ADMIN_EMAIL: 'owner@example.com' })).toThrow(/^ADMIN_PASSWORD /);
  });
});
