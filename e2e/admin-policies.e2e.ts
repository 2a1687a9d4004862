import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { expectNoSidewaysScroll } from './layout.ts';
import { test as base, Owner } from './owner.ts';
import { shopFixture } from './shop.ts';

/** The test of this file has a shop of its own, because every page links to the texts that it writes. */
const test = base.extend({
  shop: shopFixture(),
});

test('An owner writes the terms, sees them before anybody else does, and buyers find them at the foot of a page', async ({
  owner,
  adminApi,
  anotherVisitor,
  shop,
}) => {
  const { main, page, visitor } = owner;
  const bar = main.getByRole('region', { name: 'Unsaved changes' });
  const save = () => bar.getByRole('button', { name: 'Save changes' }).click();
  const terms = main.getByLabel('Text of Terms');
  const anna = await anotherVisitor();
  await owner.opensPanel('/admin/settings/policies');

  await test.step('a first text is offered and previewed, and is not public yet', async () => {
    await main.getByRole('button', { name: 'Write a first text for Terms' }).click();
    await expect(terms).toBeFocused();
    await expect(terms).toHaveValue(/This shop is run by/);
    await main.getByRole('button', { name: 'Preview of Terms' }).press('Enter');
    const preview = main.getByRole('region', { name: 'Preview of Terms' });
    await expect(preview.getByRole('heading', { name: 'Your rights' })).toBeVisible();
    await expect(bar).toContainText('Not saved yet: Terms.');
    await expectNoViolations(page);
    await anna.opensHome();
    await expect(anna.page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeHidden();
    await terms.press('End');
    await terms.pressSequentially(' ');
    await expect(preview).toBeHidden();
  });

  await test.step('“no refunds” is refused with the reason at the text', async () => {
    await terms.fill('## Sales\n\nNo refunds. See [the law](https://www.accc.gov.au/) <img src=x onerror=alert(1)>');
    visitor.expectsFailure('/api/admin/settings/policies', 400);
    await save();
    await expect(terms).toBeFocused();
    await expect(terms).toHaveAccessibleDescription(/Australian Consumer Law/);
    await terms.fill((await terms.inputValue()).replace('No refunds.', 'No refund for change of mind.'));
    await save();
    await owner.seesMessage('Settings saved');
    await expect(bar).toBeHidden();
  });

  await test.step('a buyer reads the terms', async () => {
    await anna.reloads();
    // By keyboard: pictures that are loading move the foot of the page away from a click.
    await anna.page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).press('Enter');
    await expect(anna.page).toHaveURL('/policies/terms');
    await expect(anna.page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
    await expect(anna.page.getByRole('heading', { level: 2, name: 'Sales' })).toBeVisible();
    await expect(anna.page.getByRole('main')).toContainText('<img src=x onerror=alert(1)>');
    await anna.page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(anna.page);
    await expectNoViolations(anna.page);
    await anna.reloads();
    await expect(anna.page.getByRole('link', { name: 'the law' })).toHaveAttribute('href', 'https://www.accc.gov.au/');
  });

  await test.step('an owner who saves after somebody else chooses between the two texts', async () => {
    await adminApi.changesPolicies({ terms: 'Theirs.' });
    await terms.fill('Mine.');
    visitor.expectsFailure('/api/admin/settings/policies', 409);
    await save();
    await expect(main.getByText('Somebody else has saved meanwhile: Terms.')).toBeVisible();
    await main.getByRole('button', { name: 'Take theirs' }).click();
    await expect(terms).toHaveValue('Theirs.');
  });

  await test.step('a viewer has links to the pages and no fields', async () => {
    const vera = new Owner(await anotherVisitor(), shop);
    await vera.visitor.startsSignedInAs(await adminApi.addsAdmin('Vera', 'viewer'));
    await vera.opens('/admin/settings/policies');
    await expect(vera.main.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/policies/terms');
    await expect(vera.main.getByText('Privacy: no text yet')).toBeVisible();
    await expect(vera.main.getByRole('textbox')).toHaveCount(0);
  });
});
