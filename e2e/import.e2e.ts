import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

test('An owner imports a list of pieces by keyboard: columns, dry run, corrected file, import, undo', async ({
  owner,
  adminApi,
  browserErrors,
}) => {
  const { page, main } = owner;
  const moon = await adminApi.addsListing('Moon of a List', { price: 3200 });
  const press = async (role: 'button' | 'link', name: string | RegExp) => {
    await main.getByRole(role, { name }).focus();
    await page.keyboard.press('Enter');
  };
  /** Chooses a file in the file dialog that the button opens. */
  const choose = async (file: ReturnType<typeof csv>) => {
    const choosing = page.waitForEvent('filechooser');
    await press('button', /^Choose a file/);
    await (await choosing).setFiles(file);
  };
  const atBothWidths = async (check: () => Promise<void>) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await check();
    }
  };
  const rows = main.getByRole('table', { name: 'Rows of the file' });
  const titles = 'Nummer,Bezeichnung,Wert,Notes';

  await test.step('the table of products has a link to the import', async () => {
    await owner.opensPanel('/admin/products');
    await press('link', 'Import');
    await expect(main.getByRole('heading', { level: 1, name: 'Import from CSV' })).toBeVisible();
    await atBothWidths(() => expectNoViolations(page));
  });

  await test.step('a file that cannot be read is refused where it was chosen', async () => {
    browserErrors.allowResponse('/api/admin/imports', 400);
    await choose(csv('broken.csv', 'name,price', '"Moon,5'));
    await expect(main.getByRole('alert')).toContainText('never closed');
  });

  await test.step('the owner says what the columns become', async () => {
    await choose(csv('stock.csv', titles, `${moon.id},Moon of a List,320,a`, ',Crane of a List,on request,b'));
    await expect(main.getByRole('heading', { level: 1, name: 'stock.csv' })).toBeVisible();
    const chooseTarget = async (column: string, label: string) => {
      const select = main.getByLabel(`${column} becomes`);
      await select.focus();
      await select.selectOption({ label });
    };
    await chooseTarget('Nummer', 'Id in this shop');
    await chooseTarget('Bezeichnung', 'Name');
    await chooseTarget('Wert', 'Price');
    await press('button', 'Read again with these columns');
    await owner.seesMessage('Read again with these columns');
    await expect(rows.getByRole('row', { name: /Moon of a List/ })).toContainText('A tenth of now or less: look again');
    await expect(rows.getByRole('row', { name: /Crane of a List/ })).toContainText('The price is not a number');
    await atBothWidths(() => expectNoViolations(page));
  });

  await test.step('an import with a row that cannot be read is refused', async () => {
    browserErrors.allowResponse(
      `/api${new URL(page.url()).pathname.replace('/products/import/', '/imports/')}/apply`,
      409,
    );
    await press('button', 'Import 1 row');
    await expect(main.getByRole('alert')).toContainText('Some rows cannot be read');
    await press('link', /Cannot be read/);
    await expect(rows.getByRole('row', { name: /Moon of a List/ })).toHaveCount(0);
    const downloading = page.waitForEvent('download');
    await press('button', /This row as CSV/);
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain('The price is not a number');
  });

  await test.step('the corrected file is read with the same columns, and imported', async () => {
    await press('link', 'Another file');
    await choose(csv('stock-2.csv', titles, `${moon.id},Moon of a List,3400,a`, ',Crane of a List,6800,b'));
    await expect(main.getByRole('heading', { level: 1, name: 'stock-2.csv' })).toBeVisible();
    await expect(main).toContainText('1 new piece becomes a draft');
    await press('button', 'Import 2 rows');
    await owner.seesMessage('1 piece added, 1 changed');
    await expect(main.getByRole('button', { name: 'Take the import back' })).toBeVisible();
    await atBothWidths(() => expectNoViolations(page));
    await page.goto(`/admin/products?q=${encodeURIComponent('of a List')}`);
    await expect(owner.row('Moon of a List')).toContainText('$3,400.00');
    await expect(owner.row('Crane of a List')).toContainText('$6,800.00');
  });

  await test.step('one button takes the import back, after a question that says what will happen', async () => {
    await press('link', 'Import');
    await expectNoViolations(page);
    await press('link', 'stock-2.csv');
    await press('button', 'Take the import back');
    const question = owner.question('Take the import back?');
    await expect(question).toContainText('1 piece that the import added is deleted. 1 piece gets its former values.');
    await expectNoViolations(page);
    await question.getByRole('button', { name: 'Take back' }).focus();
    await page.keyboard.press('Enter');
    await owner.seesMessage('The import was taken back');
    await expect(main).toContainText('This import was taken back.');
    await page.goto(`/admin/products?q=${encodeURIComponent('of a List')}`);
    await expect(owner.row('Moon of a List')).toContainText('$3,200.00');
    await expect(owner.row('Crane of a List')).toHaveCount(0);
  });

  await test.step('the collection is exported, and importing that file would change nothing', async () => {
    await press('link', 'Import');
    const downloading = page.waitForEvent('download');
    await press('button', 'Download All pieces as CSV');
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('pieces.csv');
    await choose({ name: 'pieces.csv', mimeType: 'text/csv', buffer: await readFile(await file.path()) });
    await expect(main).toContainText('It is the format of this shop.');
    await expect(main).toContainText('there is nothing to import');
  });
});
