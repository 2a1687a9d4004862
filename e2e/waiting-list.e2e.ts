import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { emailTo } from './mailbox.ts';
import { test as base } from './owner.ts';
import { card } from './payment.ts';
import { shopFixture } from './shop.ts';

/** Tests with a shop of their own, because the setting changes every page of a sold piece. */
const test = base.extend({ shop: shopFixture() });

test('Collectors wait for a sold piece; when it comes back, the first buys it, and the next stays on the list', async ({
  owner,
  visitor,
  anotherVisitor,
  adminApi,
  shop,
}) => {
  const moon = await adminApi.addsListing('Waited For', { price: 990 });
  const [anna, bela, carla] = [
    await adminApi.addsCustomer('Anna'),
    await adminApi.addsCustomer('Bela'),
    await adminApi.addsCustomer('Carla'),
  ];
  const order = await adminApi.sells(moon, anna);
  const collector = await anotherVisitor();
  const main = collector.page.getByRole('main');
  const join = main.getByRole('button', { name: 'Join the waiting list' });

  await test.step('a shop without waiting lists shows none', async () => {
    await collector.opens(`/product/${moon.id}`);
    await expect(main.getByRole('button', { name: 'Sold' })).toBeVisible();
    await expect(join).toHaveCount(0);
  });

  await test.step('the owner sets that pieces are kept for two days; too many hours are refused', async () => {
    await owner.opensPanel('/admin/settings/waiting-list');
    await owner.main.getByLabel('Hours for each person').fill('400');
    visitor.expectsFailure('/api/admin/settings/waiting-list', 400);
    await owner.main.getByRole('button', { name: 'Save changes' }).click();
    await expect(owner.main.getByLabel('Hours for each person')).toHaveAccessibleDescription(/At most 336 hours/);
    await owner.main.getByLabel('Hours for each person').fill('48');
    await owner.main.getByRole('button', { name: 'Save changes' }).click();
    await owner.seesMessage('Settings saved');
    await expectNoViolations(owner.page);
  });

  await test.step('a guest signs in to join, and confirms the address first', async () => {
    await collector.reloads();
    await expectNoViolations(collector.page);
    collector.expectsFailure(`/api/waiting/${moon.id}`, 409);
    await join.click();
    await collector.entersSignIn(bela);
    await expect(main.getByRole('alert')).toContainText('Please confirm your email address first');
    await adminApi.confirmsEmail(bela);
    await adminApi.confirmsEmail(carla);
    await join.click();
    await expect(collector.page.locator(':focus')).toContainText('You are the first on the waiting list.');
    await adminApi.waitsFor(moon, carla);
    await expectNoViolations(collector.page);
  });

  await test.step('the owner sees who waits', async () => {
    await owner.opensPanel('/admin/products');
    await owner.main.getByRole('link', { name: 'Waiting lists' }).click();
    await expect(owner.main.getByRole('row', { name: /Bela/ })).toContainText('Waits');
    await expectNoViolations(owner.page);
  });

  await test.step('the piece comes back: the first gets an email and buys it, the second stays on the list', async () => {
    await adminApi.cancels(order, anna);
    const letter = await emailTo(shop, bela.email, `${moon.name} is kept for you`);
    const [link = ''] = /http\S+\/product\/[\w-]+/.exec(letter) ?? [];
    await collector.opens('/saved');
    await expect(main.getByRole('listitem').filter({ hasText: moon.name })).toContainText('Reserved for you until');
    await expectNoViolations(collector.page);
    await collector.opens(link);
    await expect(main.getByText(/^Reserved for you until/)).toBeVisible();
    await expectNoViolations(collector.page);
    await main.getByRole('button', { name: 'Buy for $990' }).click();
    await collector.payment.seesHold();
    await collector.payment.entersDelivery();
    await collector.payment.chooses('Credit Card', card);
    await collector.payment.pays(990);
    await collector.payment.seesSuccess(1);
    await visitor.opens(`/admin/products/waiting`);
    await expect(owner.main.getByRole('row', { name: /Carla/ })).toContainText('Waits');
    await expect(owner.main.getByRole('row', { name: /Bela/ })).toHaveCount(0);
  });

  await test.step('the owner takes the second off the list', async () => {
    await owner.main.getByRole('button', { name: 'Take off' }).click();
    await owner.question(`Take ${carla.name} off the list?`).getByRole('button', { name: 'Take off' }).click();
    await expect(owner.main).toContainText('Nobody waits for a piece.');
  });
});
