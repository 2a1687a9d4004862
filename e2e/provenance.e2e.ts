import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';

test('An owner records the provenance of a piece; a sale is added, and the buyer decides whether to be named', async ({
  owner,
  adminApi,
  anotherVisitor,
  browserErrors,
}) => {
  const { page, main } = owner;
  const moon = await adminApi.addsListing('Moon with a Past', { owner: 'The artist' });
  const visitor = await anotherVisitor();
  const piece = visitor.page.getByRole('main');
  const provenance = piece.getByRole('heading', { name: 'Provenance' }).locator('xpath=..');
  const form = owner.dialog('Edit Product');
  const add = async (entry: { kind?: string; date: string; text: string; place?: string; isPrivate?: boolean }) => {
    await form.getByRole('button', { name: 'Add to the provenance' }).click();
    const question = owner.question('Add to the provenance');
    if (entry.kind) await question.getByLabel('What', { exact: true }).selectOption(entry.kind);
    await question.getByLabel('When').fill(entry.date);
    await question.getByLabel('What happened').fill(entry.text);
    await question.getByLabel('Where, or a remark').fill(entry.place ?? '');
    if (entry.isPrivate) await question.getByLabel('Visitors see it').uncheck();
    await question.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(question).toBeHidden();
  };

  await test.step('a piece without entries has no provenance on its page', async () => {
    await visitor.opens(`/product/${moon.id}`);
    await expect(piece.getByRole('heading', { level: 1, name: moon.name })).toBeVisible();
    await expect(provenance).toHaveCount(0);
  });

  await test.step('the owner enters what is known, where the piece is edited', async () => {
    await owner.opensPanel(`/admin/products?q=${encodeURIComponent(moon.name)}`);
    await main.getByRole('row').filter({ hasText: moon.name }).getByRole('button', { name: 'Edit' }).click();
    await add({ kind: 'Made', date: '2022-03', text: 'Begun in Hưng Yên', place: 'Fourteen coats' });
    await owner.seesMessage('Provenance added');
    await add({ date: '2042', text: 'Shown at the spring opening', place: 'The studio' });
    await add({ kind: 'Restored', date: '2025', text: 'A scratch was filled', isPrivate: true });
    await expectNoViolations(page);
  });

  await test.step('a date that does not exist is refused where it was typed', async () => {
    browserErrors.allowResponse(`/api/admin/products/${moon.id}/provenance`, 400);
    await form.getByRole('button', { name: 'Add to the provenance' }).click();
    const question = owner.question('Add to the provenance');
    await question.getByLabel('When').fill('2022-13');
    await question.getByLabel('What happened').fill('Shown');
    await question.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(question).toContainText('Please enter a year, a month as 2022-03 or a day as 2022-03-14');
    await expectNoViolations(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a mistake is corrected by a later entry, and an entry that is wrong is struck out', async () => {
    await form.getByRole('button', { name: 'Correct “Shown at the spring opening”' }).click();
    const correction = owner.question('Correct the entry');
    await expect(correction.getByLabel('Where, or a remark')).toHaveValue('The studio');
    await correction.getByLabel('When').fill('2024');
    await correction.getByLabel('Reason').fill('A slip of the pen');
    await correction.getByRole('button', { name: 'Correct' }).click();
    await expect(correction).toBeHidden();
    await add({ date: '2020', text: 'Shown in Paris' });
    await form.getByRole('button', { name: 'Strike out “Shown in Paris”' }).click();
    const strike = owner.question('Strike out the entry');
    await strike.getByLabel('Reason').fill('That was another piece');
    await strike.getByRole('button', { name: 'Strike out' }).click();
    await expect(strike).toBeHidden();
    await expect(form).toContainText('earlier entries were corrected or struck out');
    await expect(form).not.toContainText('Shown in Paris');
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('visitors read what is public, by date', async () => {
    await visitor.opens(`/product/${moon.id}`);
    await expect(provenance.getByRole('listitem')).toHaveText([
      'March 2022Begun in Hưng YênFourteen coats',
      '2024Shown at the spring openingThe studio',
    ]);
    await expect(piece).toContainText('Current owner: The artist.');
    await expectNoViolations(visitor.page);
  });

  const anna = await adminApi.addsCustomer('Anna');
  const order = await adminApi.sells(moon, anna);
  const collector = await anotherVisitor();
  await collector.startsSignedInAs(anna);
  const details = collector.page.getByRole('region', { name: `Details of order ${order.id}` });

  await test.step('the sale is in the provenance, without a name', async () => {
    await visitor.opens(`/product/${moon.id}`);
    await expect(provenance.getByRole('listitem').last()).toContainText('Private collection');
    await expect(piece).toContainText('Current owner: Private collection.');
  });

  await test.step('the buyer enters a name, which waits for the shop', async () => {
    await collector.opens(`/account?order=${order.id}`);
    await details.getByLabel('Your name in the provenance').fill('Anna Weber');
    await details.getByRole('button', { name: 'Save' }).click();
    await expect(details.getByText('The shop reads it before it is shown.')).toBeVisible();
    await expectNoViolations(collector.page);
    await visitor.opens(`/product/${moon.id}`);
    await expect(piece).toContainText('Current owner: Private collection.');
  });

  await test.step('the owner finds it under "Needs you" and shows it, and visitors read it', async () => {
    await owner.opensPanel('/admin');
    const need = main.getByRole('listitem').filter({ hasText: `The buyer of ${order.id} wants to be named` });
    await need.getByRole('link', { name: 'Answer' }).click();
    await expect(main.getByText('The buyer wants to be named in the provenance: Anna Weber')).toBeVisible();
    await expectNoViolations(page);
    await main.getByRole('button', { name: 'Show the name' }).click();
    await owner.seesMessage('Visitors read the name now');
    await expect(main.getByRole('button', { name: 'Show the name' })).toBeHidden();
    await collector.opens(`/account?order=${order.id}`);
    await expect(details.getByText('Your name is shown.')).toBeVisible();
    await visitor.opens(`/product/${moon.id}`);
    await expect(provenance.getByRole('listitem').last()).toContainText('Anna Weber');
    await expect(piece).toContainText('Current owner: Anna Weber.');
  });
});
