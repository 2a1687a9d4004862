import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { intakeOf, pasteInto, press, writeFolder } from './intake.ts';
import { test } from './owner.ts';

test('Staff bring in a folder of photographs, type the facts in a grid, and make drafts', async ({
  owner,
  browserErrors,
}, info) => {
  const { page, main } = owner;
  const names = ['red-river-moon-1.jpg', 'red-river-moon_2.jpg', 'carp 1.jpg', 'carp 2.jpg', 'lone-crane.jpg'];
  const studio = await writeFolder(info.outputPath('studio'), names, 60);
  const { choose, pieces, piece, grid, cell, saved } = intakeOf(page);

  await test.step('a folder is chosen; what has arrived is still there when the page is loaded again during the upload', async () => {
    await owner.opensPanel('/admin/products');
    await main.getByRole('link', { name: 'Bring in photographs' }).click();
    await expect(main).toContainText('No photographs are in yet.');
    await expectNoViolations(page);
    let sent = 0;
    await page.route('**/api/admin/intake/pictures?*', async (route) => {
      sent += 1;
      await (sent > 2 ? route.abort() : route.continue());
    });
    browserErrors.allowResponse('/api/admin/intake/pictures', 0);
    await choose(studio);
    await expect(main).toContainText('2 of 5 photographs are in');
    await expect(main.getByRole('alert')).toContainText(
      'There is no connection to the shop. The upload goes on by itself',
    );
    await expect(main).toContainText('3 not sent yet');
    await expect(main).toContainText('1 file is not a picture and was left out.');
    await expectNoViolations(page);
    await page.unroute('**/api/admin/intake/pictures?*');
    await page.reload();
    await expect(pieces.getByRole('button', { name: /\.jpg/ })).toHaveCount(2);
    await choose(studio);
    await expect(main).toContainText('All photographs are in. 2 photographs have arrived before.');
    await expect(pieces.getByRole('button', { name: /\.jpg/ })).toHaveCount(5);
    await expect(page.getByLabel(/^Name of piece/)).toHaveCount(3);
    await expect(page.getByLabel('Name of piece 3')).toHaveValue('Red River Moon');
  });

  await test.step('a photograph is moved to another piece by keyboard, and made its main one', async () => {
    await press(piece(2).getByRole('button', { name: /lone-crane\.jpg/ }), 'Enter');
    await expect(main).toContainText('1 chosen');
    const bar = main.getByRole('region', { name: 'Chosen photographs' });
    await bar.getByLabel('Move to').selectOption('1, Carp');
    await press(bar.getByRole('button', { name: 'Move', exact: true }), 'Enter');
    await expect(bar).toContainText('1 photograph moved to piece 1.');
    await expect(bar.getByRole('button', { name: 'Move', exact: true })).toBeFocused();
    await expect(piece(1).getByRole('button', { name: /\.jpg/ })).toHaveCount(3);
    await press(piece(1).getByRole('button', { name: /lone-crane\.jpg/ }), ' ');
    await press(bar.getByRole('button', { name: 'Make first' }), 'Enter');
    await expect(piece(1).getByRole('button', { name: 'lone-crane.jpg, main picture of piece 1' })).toBeVisible();
    await press(bar.getByRole('button', { name: 'Move', exact: true }), 'Shift+Tab');
    await bar.getByLabel('Move to').selectOption('A new piece');
    await press(bar.getByRole('button', { name: 'Move', exact: true }), 'Enter');
    await expect(page.getByLabel(/^Name of piece/)).toHaveCount(3);
    await expectNoViolations(page);
  });

  await test.step('the grid is filled by keyboard and by paste, and a change is undone', async () => {
    await main.getByRole('link', { name: 'Next: facts' }).click();
    await expect(grid).toBeVisible();
    await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
    await cell('Name', 1).focus();
    await page.keyboard.press('ArrowRight');
    await expect(cell('Price', 1)).toBeFocused();
    await page.keyboard.type('1200');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Petra Solvane');
    await page.keyboard.press('Enter');
    await expect(cell('Artist', 2)).toBeFocused();
    await page.keyboard.press('Control+d');
    await expect(cell('Artist', 2)).toHaveValue('Petra Solvane');
    await page.keyboard.press('F2');
    await page.keyboard.type(' Jr');
    await page.keyboard.press('Escape');
    await expect(cell('Artist', 2)).toHaveValue('Petra Solvane');
    await pasteInto(cell('Price', 2), '42OO\tLê Vân Khê\t2022\r\n900\t"Kiyo ""K"" Teale"\t2021');
    await expect(cell('Artist', 3)).toHaveValue('Kiyo "K" Teale');
    await page.keyboard.press('Control+z');
    await expect(cell('Price', 3)).toHaveValue('');
    await pasteInto(cell('Price', 2), '42OO\tLê Vân Khê\t2022\r\n900\t"Kiyo ""K"" Teale"\t2021');
    await saved();
    await page.reload();
    await expect(cell('Price', 2)).toHaveValue('42OO');
    await expect(cell('Year', 3)).toHaveValue('2021');
  });

  await test.step('a wrong cell is marked and described, and does not keep the others from becoming drafts', async () => {
    await expect(cell('Price', 2)).toHaveAttribute('aria-invalid', 'true');
    await expect(cell('Price', 2)).toHaveAccessibleDescription('A price is a number');
    await expect(main).toContainText('2 ready, 1 not yet.');
    await expectNoViolations(page);
    const viewport = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolations(page);
    if (viewport) await page.setViewportSize(viewport);
    await main.getByRole('button', { name: 'Make 2 drafts' }).click();
    await expect(main).toContainText('2 drafts were made. 1 piece is left here.');
    await expect(grid.getByRole('row')).toHaveCount(2);
    await cell('Price', 1).fill('4200');
    // What was typed just now is saved first.
    await main.getByRole('button', { name: 'Make 1 draft' }).click();
    await expect(main).toContainText('1 draft was made. Nothing is left here.');
    await main.getByRole('link', { name: 'See the drafts' }).click();
    for (const name of ['Carp', 'Lone Crane', 'Red River Moon'])
      await expect(main.getByRole('row').filter({ hasText: name })).toContainText('Draft');
  });
});
