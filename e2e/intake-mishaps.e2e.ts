import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { intakeOf, pasteInto, press, writeFolder } from './intake.ts';
import { test } from './owner.ts';
import { pollsOften } from './timers.ts';

test.beforeEach(({ page }) => pollsOften(page));

test('Chosen photographs and typed facts are kept when the network fails or others change the same pieces', async ({
  owner,
  browserErrors,
}, info) => {
  const { page, main } = owner;
  const names = ['gate 1.jpg', 'gate 2.jpg', 'gate 3.jpg', 'heron.jpg', 'pond.jpg'];
  const folder = await writeFolder(info.outputPath('garden'), names, 140);
  const { choose, pieces, piece, cell, saved, photographs } = intakeOf(page);
  const bar = main.getByRole('region', { name: 'Chosen photographs' });

  await test.step('after a break in the network the upload goes on by itself, also while the facts are shown', async () => {
    await owner.opensPanel('/admin/products/intake');
    browserErrors.allowResponse('/api/admin/intake/pictures', 0);
    browserErrors.allowResponse('/api/admin/intake/pictures', 503);
    let sent = 0;
    await page.route('**/api/admin/intake/pictures?*', async (route) => {
      sent += 1;
      if (sent === 2) return route.fulfill({ status: 503, json: { success: false, message: 'Restarting' } });
      return sent === 3 ? route.abort() : route.continue();
    });
    await choose(folder);
    await main.getByRole('link', { name: 'Next: facts' }).click();
    await expect(main).toContainText('All photographs are in.');
    await expect(cell('Name', 3)).toHaveValue('Pond');
    await expectNoViolations(page);
    await page.unroute('**/api/admin/intake/pictures?*');
    await main.getByRole('link', { name: 'Back to photographs' }).click();
    await choose(folder);
    await expect(main).toContainText('All photographs are in. 5 photographs have arrived before.');
    await expect(main).toContainText('5 of 5 photographs are in');
  });

  await test.step('several photographs are chosen with the keyboard, and each becomes a piece of its own', async () => {
    await expect(piece(1).getByRole('button', { name: /\.jpg/ }).and(page.locator('[tabindex="0"]'))).toHaveCount(1);
    await press(photographs(1).first(), 'Shift+End');
    await expect(bar).toContainText('3 chosen');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(bar).toContainText('2 chosen');
    await page.keyboard.press('m');
    await expect(bar.getByLabel('Move to')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(photographs(1).nth(1)).toBeFocused();
    await press(bar.getByRole('button', { name: 'A piece each' }), 'Enter');
    await expect(bar).toContainText('2 photographs are a piece each now.');
    await expect(page.getByLabel(/^Name of piece/)).toHaveCount(5);
    await photographs(1).first().click();
    await photographs(5)
      .first()
      .click({ modifiers: ['Shift'] });
    await expect(bar).toContainText('5 chosen');
    await bar.getByRole('button', { name: 'Choose none' }).click();
    await expectNoViolations(page);
  });

  await test.step('a photograph is dragged to another piece, and onto the bar to make a new one; a failure is shown', async () => {
    const heron = pieces.getByRole('button', { name: /^heron\.jpg/ });
    await heron.dragTo(piece(1));
    await expect(bar).toContainText('1 photograph moved to piece 1.');
    await expect(page.getByLabel(/^Name of piece/)).toHaveCount(4);
    await heron.dragTo(bar);
    await expect(bar).toContainText('1 photograph moved to a new piece.');
    await expect(page.getByLabel(/^Name of piece/)).toHaveCount(5);
    browserErrors.allowResponse('/api/admin/intake/move', 0);
    await page.route('**/api/admin/intake/move', (route) => route.abort());
    await heron.dragTo(piece(1));
    await expect(bar.getByRole('alert')).toContainText('Failed to move the photographs');
    await page.unroute('**/api/admin/intake/move');
    await heron.click();
    await bar.getByRole('button', { name: 'Remove' }).click();
    await owner.question('Remove this photograph?').getByRole('button', { name: 'Remove' }).click();
    await expect(bar).toContainText('1 photograph removed.');
    await expect(bar.getByRole('button', { name: 'Remove' })).toBeFocused();
  });

  await test.step('the page says what a paste left out, and a control character in a cell does not prevent saving', async () => {
    await main.getByRole('link', { name: 'Next: facts' }).click();
    await pasteInto(cell('Inventory number', 3), 'VS-\u000B1\t"Low\tshelf"\tnotes\r\nVS-2\tTop\r\nVS-3\r\nVS-4');
    await expect(main.getByText('4 cells pasted.')).toBeInViewport();
    await expect(main).toContainText(
      '4 cells pasted. 2 rows of the spreadsheet have no piece here. 1 column beyond the last one was left out.',
    );
    await saved();
    await page.reload();
    await expect(cell('Inventory number', 3)).toHaveValue('VS- 1');
    await expect(cell('Where it is', 3)).toHaveValue('Low shelf');
    await expectNoViolations(page);
  });

  await test.step('a typed space stays while others change the piece, and Escape does not bring old values back', async () => {
    await cell('Medium', 1).focus();
    await page.keyboard.type('Lacquer ');
    await saved();
    await changeElsewhere(page, 'PUT', '/cells', (ids) => ({
      changes: [{ pieceId: ids[0], field: 'artist', value: 'Kiyo Teale' }],
    }));
    await expect(cell('Artist', 1)).toHaveValue('Kiyo Teale');
    await expect(cell('Medium', 1)).toHaveValue('Lacquer ');
    await page.keyboard.type('on wood');
    await saved();
    await cell('Artist', 1).focus();
    await changeElsewhere(page, 'PUT', '/cells', (ids) => ({
      changes: [
        { pieceId: ids[0], field: 'artist', value: 'Petra Solvane' },
        { pieceId: ids[0], field: 'year', value: '2020' },
      ],
    }));
    await expect(cell('Year', 1)).toHaveValue('2020');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowLeft');
    await expect(cell('Artist', 1)).toHaveValue('Petra Solvane');
    await saved();
  });

  await test.step('what was typed about a piece that somebody else removed is shown in an alert', async () => {
    await page.route(
      '**/api/admin/intake/cells',
      async (route) => {
        await changeElsewhere(page, 'POST', '/move', (ids, pictures) => ({ pictureIds: pictures[3], pieceId: ids[0] }));
        await route.continue();
      },
      { times: 1 },
    );
    await cell('Price', 4).fill('1200');
    const message = main.getByRole('alert');
    await expect(message).toContainText(/Piece 4, \S.* \(Price: 1200\)/);
    await expect(main.getByRole('row')).toHaveCount(4);
    await expectNoViolations(page);
    await message.getByRole('button', { name: 'Dismiss' }).click();
    await expect(message).toHaveCount(0);
  });

  await test.step('leaving the page asks first while changes cannot be saved', async () => {
    browserErrors.allowResponse('/api/admin/intake/cells', 0);
    await page.route('**/api/admin/intake/cells', (route) => route.abort());
    await cell('Price', 1).fill('900');
    await main.getByRole('link', { name: 'Products' }).click();
    await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
    await main.getByRole('button', { name: /^Make/ }).click();
    await expect(main).toContainText('No draft was made, because the last changes could not be saved.');
    await page.unroute('**/api/admin/intake/cells');
    // Leaving the page saves the change without a question.
    await main.getByRole('link', { name: 'Products' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
    await owner.opens('/admin/products/intake?step=facts');
    await expect(cell('Price', 1)).toHaveValue('900');
  });

  await test.step('making drafts while files are uploading asks first', async () => {
    await page.route('**/api/admin/intake/pictures?*', () => new Promise(() => {}));
    await main.getByRole('link', { name: 'Back to photographs' }).click();
    await choose(await writeFolder(info.outputPath('late'), ['late 1.jpg'], 200));
    await main.getByRole('link', { name: 'Next: facts' }).click();
    await expect(main).toContainText('1 on their way');
    await main.getByRole('button', { name: 'Make 1 draft' }).click();
    await expectNoViolations(page);
    const question = owner.question('Make drafts before all photographs are in?');
    await expect(question).toContainText('1 photograph has not arrived yet.');
    await question.getByRole('button', { name: 'Make Drafts Now' }).click();
    await expect(main).toContainText('1 draft was made.');
  });

  // The whole shop shares one intake, and the next test needs an empty one.
  await changeElsewhere(page, 'POST', '/remove', (_, pictures) => ({ pictureIds: pictures.flat() }));
});

/**
 * Changes the intake by a request of its own, as another person would. `body` makes the request's body from the ids of the pieces and, for
 * each piece, the ids of its photographs.
 */
async function changeElsewhere(
  page: Page,
  method: string,
  path: string,
  body: (ids: string[], pictures: string[][]) => object,
): Promise<void> {
  const headers = { Authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}` };
  const { pieces } = await (await page.request.get('/api/admin/intake', { headers })).json();
  const data = body(
    pieces.map(({ id }: { id: string }) => id),
    pieces.map(({ pictures }: { pictures: { id: string }[] }) => pictures.map(({ id }) => id)),
  );
  expect((await page.request.fetch(`/api/admin/intake${path}`, { method, headers, data })).ok()).toBe(true);
}
