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
    ['HOLD_MINUTES', '0'],
    ['HOLD_MINUTES', '61'],
    ['RATE_LIMITS', 'maybe'],
    ['TRUST_PROXY', 'perhaps'],
    ['LOG_LEVEL', 'loud'],
  ])('name the bad one: %s=%s', (name, value) => {
    expect(() => parseSettings({ [name]: value })).toThrow(new RegExp(`^${name} .+`));
    expect(() => parseSettings({ [name]: value })).toThrow(/^[^\n]+$/);
  });

  it('need a password of an admin whose email is set', () => {
    expect(() => parseSettings({ ADMIN_EMAIL: 'owner@example.com' })).toThrow(/^ADMIN_PASSWORD /);
  });
});
