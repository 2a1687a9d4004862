import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '#server/platform/database/database.ts';
import { createDatabases, type Databases } from '#server/testing/databases.ts';
import { type OpenTestShop, openTestShop } from '#server/testing/open-shop.ts';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { runHere, runProgram } from '#server/testing/programs.ts';

describe.each<Engine>(['sqlite', 'postgres'])('./lacquer second-factor:remove on %s', (engine) => {
  let directory = '';
  let databaseUrl = '';
  let databases: Databases;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lacquer-factor-'));
    databases = createDatabases(engine, directory, postgresUrl);
    databaseUrl = await databases.create();
  });
  afterEach(async () => {
    await databases.removeAll();
    await rm(directory, { recursive: true, force: true });
  });
  const open = () => openTestShop({ databaseUrl, directory: join(directory, 'files') });

  it('lets somebody who has lost the app and the codes sign in with the password alone', {
    timeout: 60_000,
  }, async () => {
    const before = await open();
    const { email } = await adminWithApp(before);
    expect((await signIn(before, email)).body.secondFactor).toEqual(['totp']);
    if (engine === 'sqlite') expect((await remove(runHere, email)).output).toMatch(/in use/);
    await before.close();
    expect(await remove(runProgram, email.toUpperCase())).toEqual({
      code: 0,
      output: `The second factor of ${email.toUpperCase()} is removed: the password alone is enough to sign in.\n`,
    });
    expect(await remove(runHere, email)).toEqual({
      code: 1,
      output: `No account with the address ${email} has a second factor.\n`,
    });

    await using after = await open();
    const { token } = (await signIn(after, email)).body;
    expect((await after.call('getSecondFactor', { token })).body).toMatchObject({
      authenticatorApp: null,
      recoveryCodesLeft: 0,
    });
    const { body } = await after.call('listAuditEntries', { token });
    expect(body.entries.map(({ action }) => action)).toEqual(['second factor removed', 'second factor added']);
    const letters = await after.shop.database.read.selectFrom('outbox').select('subject').execute();
    expect(letters.map(({ subject }) => subject)).toContain('The second factor of your account was removed');
  });

  const remove = (run: typeof runProgram, email: string) =>
    run('cli/second-factor-remove.ts', [email], {
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      DATA_DIR: directory,
    });
});

async function adminWithApp(shop: OpenTestShop) {
  const admin = await shop.admin('Ada');
  const { key } = (await shop.call('beginAuthenticatorApp', { token: admin.token })).body;
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  await shop.call('enableAuthenticatorApp', { token: admin.token, body: { code } });
  return admin;
}

const signIn = (shop: OpenTestShop, email: string) =>
  shop.call('authenticate', { body: { mode: 'signin', email, password: 'secret1' } });
