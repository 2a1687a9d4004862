import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { durations } from '#contract/limits.ts';
import type { AccountLinkKind } from '#server/platform/database/tables.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { insertLink } from './links.queries.ts';

/** Every way to set a password, and the answer to a password. */
const ways: Record<string, (shop: TestShop, person: Person, password: string) => Promise<{ status: number }>> = {
  'by registering': ({ call }, _person, password) =>
    call('authenticate', { body: { mode: 'register', name: 'Eve', email: 'eve@example.com', password } }),
  'by changing it': ({ call }, { token }, newPassword) =>
    call('changePassword', { token, body: { currentPassword: 'secret1', newPassword } }),
  'by the link of an email': async (shop, { id }, newPassword) => {
    const token = await aLink(shop, id, 'password');
    return shop.call('resetPassword', { body: { token, newPassword } });
  },
  'by undoing a change of the email': async (shop, { id }, newPassword) => {
    const token = await aLink(shop, id, 'undo email');
    return shop.call('undoEmailChange', { body: { token, newPassword } });
  },
  'by an owner, for a customer': ({ call }, { token }, password) =>
    call('addUser', { token, body: { name: 'Eve', email: 'eve@example.com', password } }),
  'by an owner, for another owner': ({ call }, { token }, password) =>
    call('addUser', { token, body: { name: 'Eve', email: 'eve@example.com', password, role: 'owner' } }),
};

async function aLink({ shop }: TestShop, userId: string, kind: AccountLinkKind): Promise<string> {
  const token = shop.randomBytes(9).toString('hex');
  const expires_at = shop.clock() + durations.passwordReset;
  const link = { token_hash: hashOfToken(token), user_id: userId, expires_at, kind, email: 'former@example.com' };
  await shop.database.write((tx) => insertLink(tx, link));
  return token;
}

onEachEngine('A password that is set', (shop) => {
  it.each(Object.entries(ways))('must not be easy to guess or short: %s', async (_way, set) => {
    const ada = await shop.admin('Ada');
    for (const password of ['123456', 'Vàng Son', 'five5']) expect((await set(shop, ada, password)).status).toBe(400);
    expect((await set(shop, ada, 'lacquer-box-7')).status).toBeLessThan(300);
  });
});

it('Only one function hashes new passwords, except for the password of the first admin, which is a setting', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!test)\.ts$/.test(file),
  );
  const hashing = files.filter((file) => /passwords\.hash\(/.test(readFileSync(`server/${file}`, 'utf8')));
  expect(hashing.toSorted()).toEqual(['features/accounts/first-admin.ts', 'features/accounts/new-password.ts']);
});
