import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { expectNoSidewaysScroll } from './layout.ts';
import { test as base, Owner } from './owner.ts';
import { shopFixture } from './shop.ts';

/** A shop of its own, because zones change what buyers are asked. */
const test = base.extend({
  shop: shopFixture(),
});

test('An owner sets zones and rates, corrects refused fields, tries an address, and takes over the zones of somebody else', async ({
  owner,
  adminApi,
  anotherVisitor,
  shop,
}) => {
  const { main, page, visitor } = owner;
  const bar = main.getByRole('region', { name: 'Unsaved changes' });
  const save = () => bar.getByRole('button', { name: 'Save changes' }).click();
  await owner.opensPanel('/admin/settings/delivery');

  await test.step('Start with Australia adds zones, puts the focus on the first price, and saves nothing yet', async () => {
    await main.getByRole('button', { name: 'Start with Australia' }).click();
    await expect(main.getByLabel('East and south of Australia, small')).toBeFocused();
    await expect(bar).toContainText('Tasmania added');
    expect(await adminApi.deliveryZones()).toEqual([]);
  });

  await test.step('buttons move zones, remove them and undo that, and the focus is not lost', async () => {
    await main.getByRole('button', { name: 'Move Tasmania up' }).click();
    await expect(main.getByText('Tasmania is now zone 1 of 3.')).toBeAttached();
    await expect(main.getByRole('button', { name: 'Move Tasmania down' })).toBeFocused();
    await main.getByRole('button', { name: 'Remove Western Australia' }).click();
    await main.getByRole('button', { name: 'Undo: Western Australia' }).press('Enter');
    await expect(main.getByRole('button', { name: 'Edit Western Australia' })).toBeFocused();
    await main.getByRole('button', { name: 'Remove Western Australia' }).click();
    await bar.getByRole('button', { name: 'Discard' }).click();
    await expect(main.getByRole('button', { name: 'Undo: Western Australia' })).toBeHidden();
    await main.getByRole('button', { name: 'Start with Australia' }).click();
    await main.getByRole('button', { name: 'Move Tasmania up' }).click();
  });

  await test.step('a zone gets its countries by the keyboard', async () => {
    await main.getByRole('button', { name: 'Add a zone' }).click();
    await expect(main.getByLabel('Name of the zone')).toBeFocused();
    await page.keyboard.type('Our neighbours');
    for (const words of ['zeal', 'singap']) {
      await main.getByRole('searchbox', { name: 'Find a country to add' }).fill(words);
      await page.keyboard.press('Enter');
    }
    await expect(main.getByRole('checkbox', { name: 'New Zealand' })).toBeChecked();
    await expect(owner.row('Our neighbours').first()).toContainText('New Zealand, Singapore');
    await main.getByRole('button', { name: 'Edit Tasmania' }).click();
    await expectNoViolations(page);
  });

  await test.step('a field that the page or the server refuses gets the focus', async () => {
    await main.getByLabel('Tasmania, large').fill('18O');
    await save();
    await expect(main.getByLabel('Tasmania, large')).toBeFocused();
    await expect(main.getByLabel('Tasmania, large')).toHaveAccessibleDescription('Not a price');
    await main.getByLabel('Tasmania, large').fill('180');
    await main.getByLabel('Postcodes').fill('7000 to 7999');
    await main.getByRole('button', { name: 'Edit Tasmania' }).click();
    visitor.expectsFailure('/api/admin/settings/delivery', 400);
    await save();
    await expect(main.getByLabel('Postcodes')).toBeFocused();
    await main.getByLabel('Postcodes').fill('7000-7999');
    await save();
    await owner.seesMessage('Settings saved');
    await expect(bar).toBeHidden();
    expect(await adminApi.deliveryZones()).toMatchObject([
      { name: 'Tasmania', postcodes: '7000-7999', rates: { small: null, large: 180 } },
      { name: 'East and south of Australia' },
      { name: 'Western Australia and the Northern Territory', states: ['WA', 'NT'] },
      { name: 'Our neighbours', countries: ['NZ', 'SG'] },
    ]);
  });

  await test.step('the price for an address comes from the saved zones', async () => {
    const { name } = await adminApi.addsListing('Large one', { sizeClass: 'large' });
    await visitor.reloads();
    const part = main.getByRole('region', { name: 'Try an address' });
    await part.getByLabel('Piece').selectOption(name);
    await part.getByLabel('State').selectOption('TAS');
    await part.getByLabel('Postcode').fill('7000');
    await part.getByRole('button', { name: 'Ask for a price' }).click();
    await expect(part.getByRole('status')).toContainText('Tasmania: $180.00. 6 to 12 working days');
    await part.getByLabel('Country').selectOption('Japan');
    await part.getByRole('button', { name: 'Ask for a price' }).click();
    await expect(part.getByRole('status')).toContainText('Ask us about delivery');
  });

  await test.step('an owner who saves after somebody else sees what the other person changed', async () => {
    const zones = await adminApi.deliveryZones();
    await adminApi.changesDelivery({ zones: zones.filter(({ name }) => name !== 'Our neighbours') });
    await main.getByLabel('Tasmania, small').fill('24');
    visitor.expectsFailure('/api/admin/settings/delivery', 409);
    await save();
    await expect(main.getByText('Somebody else has saved meanwhile: Our neighbours removed.')).toBeVisible();
    await expect(bar).toContainText('Our neighbours added');
    await main.getByRole('button', { name: 'Take theirs' }).click();
    await expect(bar).toBeHidden();
    await expect(main.getByLabel('Tasmania, small')).toHaveValue('');
  });

  await test.step('the page does not scroll sideways on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  });

  await test.step('a viewer sees values and no fields', async () => {
    const vera = new Owner(await anotherVisitor(), shop);
    await vera.visitor.startsSignedInAs(await adminApi.addsAdmin('Vera', 'viewer'));
    await vera.opens('/admin/settings/delivery');
    await expect(vera.row('Tasmania')).toContainText('$180.00');
    await expect(vera.main.getByRole('columnheader')).toHaveCount(6);
    await expect(vera.row('Everywhere else').getByRole('cell').last()).toHaveAttribute('colspan', '5');
    await expect(vera.main.getByRole('textbox')).toHaveCount(0);
    await expect(vera.main.getByRole('link', { name: 'Payments' })).toBeHidden();
  });
});
