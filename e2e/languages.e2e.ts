import { expect, type Page } from '@playwright/test';
import type { DeliveryZone } from '#contract/delivery.ts';
import { emailFor } from './admin-api.ts';
import { expectNoViolations, expectNoViolationsAtBothWidths } from './axe.ts';
import { expectNoEnglish } from './english-words.ts';
import { test as base } from './owner.ts';
import { card, delivery } from './payment.ts';
import { shopFixture } from './shop.ts';
import { vietnamese } from './vietnamese.ts';

/** The tests of this file have a shop of their own, because other tests expect one language. */
const test = base.extend({
  shop: shopFixture(),
});

const inACrate: DeliveryZone = {
  id: 'au',
  name: 'Delivery in a crate',
  countries: ['AU'],
  states: [],
  postcodes: '',
  freeOver: null,
  rates: { small: 40, medium: 40, large: 40 },
  daysFrom: 3,
  daysTo: 8,
  insured: true,
  note: 'Open it with care.',
};
const crateInVietnamese = 'Giao hàng trong thùng gỗ';

/** Names of people and works in the demo that are the same in both languages. */
const names = ['Nine Coats Workshop'];

/** The link to a language in the footer, where it is at any width; those of the header are in the menu on phones. */
const languageLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name });

test('An owner offers the shop in Vietnamese, and a collector buys a piece without reading an English word', async ({
  owner,
  adminApi,
  anotherVisitor,
}) => {
  const visitor = await anotherVisitor();
  const { page } = visitor;
  const moon = (await adminApi.listings()).find(({ name }) => name === 'Red River Moon');
  const price = moon?.price ?? 0;

  await test.step('without a second language the footer has no link to one', async () => {
    await page.goto('/');
    await expect(languageLink(page, 'Tiếng Việt')).toHaveCount(0);
    expect((await page.request.get('/vi')).status()).toBe(404);
  });

  await test.step('the owner turns Vietnamese on', async () => {
    await owner.opensPanel('/admin/settings/languages');
    await expect(owner.main.getByRole('row', { name: /^Pieces 15 of 15/ })).toBeVisible();
    await expectNoViolationsAtBothWidths(owner.page);
    await owner.main.getByRole('button', { name: 'Show Vietnamese' }).click();
    await owner.seesMessage('Vietnamese is shown');
    await expect(owner.main.getByRole('button', { name: 'Hide Vietnamese' })).toBeVisible();
  });

  await test.step('the owner translates the name and the note of the delivery', async () => {
    await adminApi.changesDelivery({ zones: [inACrate] });
    await owner.opensPanel('/admin/settings/languages');
    await owner.main.getByRole('listitem').getByRole('link', { name: 'Delivery', exact: true }).click();
    await owner.main.getByLabel(`Delivery zone: ${inACrate.name}`).fill(crateInVietnamese);
    await owner.main.getByLabel(`Note of delivery zones: ${inACrate.note}`).fill('Xin mở nhẹ tay.');
    await expectNoViolationsAtBothWidths(owner.page);
    await owner.main.getByRole('button', { name: 'Save changes' }).click();
    await owner.seesMessage('Translation saved');
  });

  await test.step('the collector finds the piece', async () => {
    await page.goto('/');
    await languageLink(page, 'Tiếng Việt').click();
    await expect(page).toHaveURL('/vi');
    await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
    await expectNoEnglish(page, names);
    await expectNoViolationsAtBothWidths(page);
    await page.getByRole('heading', { name: 'Trăng sông Hồng' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/vi\/product\/red-river-moon$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trăng sông Hồng');
    await expect(page.locator('[lang=en]', { hasText: 'Red River Moon' })).toBeVisible();
    await expectNoEnglish(page, names);
    await expectNoViolationsAtBothWidths(page);
  });

  await test.step('the collector puts it into the cart and registers', async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: vietnamese('catalog', 'Add to Cart') })
      .first()
      .click();
    const cart = page.getByRole('dialog', { name: vietnamese('cart', 'Your Cart') });
    await expect(cart).toContainText('Trăng sông Hồng');
    await expectNoEnglish(page, names);
    await cart.getByRole('button', { name: vietnamese('cart', 'Sign In to Checkout') }).click();
    const dialog = page.getByRole('dialog', { name: /^(Đăng nhập|Tạo tài khoản)$/ });
    visitor.expectsFailure('/api/auth', 404);
    await dialog.getByLabel(vietnamese('account', 'Email')).fill(emailFor(adminApi.unique('hoa')));
    await dialog.getByLabel(vietnamese('account', 'Password')).fill('giấy bạc vàng lá');
    await expectNoEnglish(page, names);
    await dialog.getByRole('button', { name: vietnamese('account', 'Sign In'), exact: true }).click();
    await expect(dialog).toHaveAccessibleName(vietnamese('account', 'Create Account'));
    await expectNoEnglish(page, names);
    await dialog.getByLabel(vietnamese('account', 'Name')).fill('Hoa Nguyễn Thị');
    await dialog.getByRole('button', { name: vietnamese('account', 'Create Account'), exact: true }).click();
  });

  await test.step('the payment page has the same pieces in the other language', async () => {
    await expect(page).toHaveURL('/vi/payment');
    await languageLink(page, 'English').click();
    await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Red River Moon');
    await languageLink(page, 'Tiếng Việt').click();
    await expect(page.getByRole('main')).toContainText('Trăng sông Hồng');
  });

  await test.step('the collector pays and sees the order', async () => {
    await expect(page).toHaveURL('/vi/payment');
    const field = (english: string) => {
      const label = english === 'CVV' ? english : vietnamese('checkout', english);
      return page.getByRole('main').getByLabel(label, { exact: true });
    };
    await expect(field('Email')).not.toHaveValue('');
    for (const [label, value] of Object.entries(delivery)) await field(label).fill(value);
    await field('State').selectOption('VIC');
    await expect(page.getByRole('radio', { name: new RegExp(`^${crateInVietnamese}`) })).toBeChecked();
    await page.getByRole('radio', { name: vietnamese('checkout', 'Credit Card') }).check();
    for (const [label, value] of Object.entries(card)) await field(label).fill(value);
    await expectNoEnglish(page, names);
    await expectNoViolationsAtBothWidths(page);
    await page.getByRole('button', { name: vietnamese('checkout', 'Pay {sum}').replace('{sum}', '') }).click();
    await expect(page.getByRole('heading', { name: vietnamese('checkout', 'Payment Successful') })).toBeVisible();
    await expectNoEnglish(page, names);
    await page.goto('/vi/account');
    await expect(page.getByRole('article')).toContainText(String(price).slice(0, 1));
    await page.getByRole('link', { name: vietnamese('account', 'Order Details') }).click();
    await expect(page.getByRole('article')).toContainText(crateInVietnamese);
    await expectNoEnglish(page, names);
    await expectNoViolationsAtBothWidths(page);
  });
});

test('A collector finds the same page in the other language, and the shop remembers the choice', async ({
  adminApi,
  visitor,
}) => {
  const { page } = visitor;
  await adminApi.changesLanguages({ shown: ['vi'] });

  await visitor.opens('/collection?q=moon');
  await languageLink(page, 'Tiếng Việt').click();
  await expect(page).toHaveURL('/vi/collection?q=moon');
  await expect(page.getByRole('heading', { name: 'Trăng sông Hồng' })).toBeVisible();
  await expect(languageLink(page, 'Tiếng Việt')).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('link[rel=alternate][hreflang=en]')).toHaveAttribute('href', /\/collection$/);

  await test.step('filters have names in the chosen language; their values in the URL stay the same', async () => {
    await visitor.opens('/vi/collection?series=River+Coats');
    const chip = page.getByRole('main').getByRole('link', { name: /Áo sông$/ });
    await expect(chip).toBeVisible();
    await chip.click();
    await expect(page).toHaveURL('/vi/collection');
  });

  await test.step('an English URL that is opened from outside leads to the Vietnamese page', async () => {
    await page.goto('about:blank');
    await page.goto('/product/red-river-moon');
    await expect(page).toHaveURL('/vi/product/red-river-moon');
  });

  await test.step('after English was chosen, an English URL opens the English page', async () => {
    await visitor.opens('/vi/product/red-river-moon');
    await languageLink(page, 'English').click();
    await expect(page).toHaveURL('/product/red-river-moon');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Red River Moon');
    await page.goto('about:blank');
    await page.goto('/product/red-river-moon');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Red River Moon');
    await expect(page).toHaveURL('/product/red-river-moon');
  });
});

test('In Vietnamese a step back leads to the same piece, and the viewer writes its view into the address', async ({
  adminApi,
  visitor,
}) => {
  const { page } = visitor;
  await adminApi.changesLanguages({ shown: ['vi'] });
  const [path, name] = ['/vi/product/red-river-moon', 'Trăng sông Hồng'];

  await visitor.opens('/vi/collection?q=moon');
  const link = page.getByRole('main').getByRole('link', { name });
  await link.click();
  await expect(page).toHaveURL(path);
  await page.goBack();
  await expect(link).toBeFocused();

  await visitor.opens(`${path}/look`);
  await page.getByRole('group', { name }).focus();
  await page.keyboard.press('1');
  await expect(page).toHaveURL(`${path}/look?detail=1`);
});

test('An owner translates a piece, which its Vietnamese page then shows', async ({
  owner,
  adminApi,
  anotherVisitor,
}) => {
  await adminApi.changesLanguages({ shown: ['vi'] });
  const listing = await adminApi.addsListing('Heron at noon', { info: 'A heron stands in the shallows.' });
  const { page } = await anotherVisitor();
  await page.goto(`/vi/product/${listing.id}`);
  await expect(page.getByText('A heron stands in the shallows.')).toBeVisible();
  await expect(page.locator('[lang=en]', { hasText: 'A heron stands in the shallows.' })).toBeVisible();

  await owner.opensPanel('/admin/settings/languages');
  await owner.main.getByRole('link', { name: listing.name }).click();
  await expect(owner.main.getByRole('heading', { level: 1 })).toHaveText(listing.name);
  await owner.main.getByLabel('Name', { exact: true }).fill('Diệc giữa trưa');
  await owner.main.getByLabel('Description', { exact: true }).fill('Một con diệc đứng ở chỗ nước cạn.');
  await expectNoViolations(owner.page);
  await owner.main.getByRole('button', { name: 'Save changes' }).click();
  await owner.seesMessage('Translation saved');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diệc giữa trưa');
  await expect(page.getByText('Một con diệc đứng ở chỗ nước cạn.')).toBeVisible();
  await expect(page.getByText(listing.name)).toBeVisible();
});

test('An owner sees which translation is outdated, and confirms that it still fits', async ({ owner, adminApi }) => {
  const listing = await adminApi.addsListing('Heron at dusk', { info: 'A heron stands in the shallows.' });
  await owner.opensPanel(`/admin/settings/translations/listing/${listing.id}`);
  await owner.main.getByLabel('Name', { exact: true }).fill('Diệc lúc hoàng hôn');
  await owner.main.getByLabel('Description', { exact: true }).fill('Một con diệc đứng ở chỗ nước cạn.');
  await owner.main.getByRole('button', { name: 'Save changes' }).click();
  await owner.seesMessage('Translation saved');

  await adminApi.changesListing(listing.id, { info: 'A heron is standing in the shallows.' });
  await owner.opensPanel('/admin/settings/languages');
  const item = owner.main.getByRole('listitem').filter({ hasText: listing.name });
  await expect(item).toContainText('the English text has changed');
  await item.getByRole('link').click();
  const field = owner.main.getByLabel('Description', { exact: true });
  await expect(field).toHaveAccessibleDescription(/English text has changed since.*is standing/);
  await expectNoViolations(owner.page);
  await owner.main.getByRole('button', { name: 'The translation still fits' }).click();
  await owner.seesMessage('Translation saved');
  await expect(field).toHaveAccessibleDescription('A heron is standing in the shallows.');
});
