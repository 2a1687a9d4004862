import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';
import { readPdfText } from './pdf-text.ts';

test('An owner makes a catalogue, a price list and wall labels of chosen pieces, by keyboard', async ({
  owner,
  adminApi,
}) => {
  const { page, main } = owner;
  const adds = async (name: string, price: number) =>
    (await adminApi.addsListing(name, { price, info: `What ${name} is`, artist: 'Tide Painter', artists: '' })).name;
  const ebb = await adds('Ebb 鈴木', 1000);
  const flow = await adds('Flow', 1001);
  const slack = await adds('Slack Water', 1002);
  const chosen = main
    .getByRole('region', { name: /^Pieces/ })
    .getByRole('list')
    .first();
  const search = main.getByRole('searchbox', { name: 'Add pieces by name or artist' });
  const sortOrder = main.getByRole('combobox', { name: 'Order', exact: true });
  const preview = main.getByRole('region', { name: 'Preview' });
  /** Moves the focus to the first button with this name and presses Enter. */
  const press = async (name: string | RegExp) => {
    await main.getByRole('button', { name, exact: true }).first().focus();
    await page.keyboard.press('Enter');
  };

  await test.step('the owner searches as in the table of products, and adds the pieces found', async () => {
    await owner.opensPanel('/admin/products');
    await main.getByRole('link', { name: 'Catalogues' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'Catalogues' })).toBeVisible();
    await expectNoViolations(page);
    await search.fill('Tide Painter');
    await page.keyboard.press('Enter');
    await expect(main.getByText('3 pieces found.')).toBeVisible();
    await press('Add all 3');
    await expect(chosen.getByRole('listitem')).toHaveCount(3);
    await expect(search).toBeFocused();
  });

  await test.step('an added piece stands last, and the pieces can be sorted again', async () => {
    await sortOrder.selectOption('By name');
    await press(`Leave out ${ebb}`);
    await expect(main.getByText(`${ebb} was removed from the list.`)).toBeAttached();
    await press(`Add ${ebb}`);
    await expect(chosen.getByRole('listitem').last()).toContainText(ebb);
    await expect(search).toBeFocused();
    await expect(sortOrder.getByRole('option', { selected: true })).toHaveText('By hand');
  });

  await test.step('pieces are moved with buttons and arrow keys; the focus stays on the moved piece', async () => {
    await sortOrder.selectOption('By name');
    await expect(chosen.getByRole('listitem').first()).toContainText('Ebb');
    await press(`Move ${ebb} down`);
    await expect(main.getByRole('button', { name: `Move ${ebb} down` })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(chosen.getByRole('listitem').last()).toContainText('Ebb');
    await expect(main.getByText(`${ebb} is now number 3 of 3`)).toBeAttached();
    await press(`Leave out ${flow}`);
    await expect(chosen.getByRole('listitem')).toHaveCount(2);
    await expect(main.getByRole('button', { name: `Leave out ${slack}` })).toBeFocused();
  });

  await test.step('the preview shows what will be printed, in either language', async () => {
    await press('Price list');
    await expect(preview.getByRole('row')).toHaveCount(3);
    await expect(preview).toContainText('$1,002.00');
    await main.getByLabel('Language of the fixed words').selectOption('Tiếng Việt');
    await expect(preview.getByRole('columnheader', { name: 'Giá' })).toBeVisible();
    await main.getByLabel('Language of the fixed words').selectOption('English');
    await main.getByLabel('Prices').uncheck();
    await expect(preview).not.toContainText('$');
    await expectNoViolations(page);
    await press('Wall labels');
    await expect(preview.getByRole('listitem')).toHaveCount(2);
    await expect(preview).toContainText('90 x 60 mm, 8 on a sheet');
    await expectNoViolations(page);
  });

  await test.step('the PDF is made and downloaded', async () => {
    await press('Catalogue');
    await main.getByLabel('Prices').check();
    await main.getByLabel('Title', { exact: true }).fill('By the water');
    await press('Make the PDF');
    await expect(preview.getByText(/Made: 3 pages/)).toBeVisible();
    await expectNoViolations(page);
    const started = page.waitForEvent('download');
    await preview.getByRole('button', { name: 'Download By the water' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^catalogue-\d{4}-\d\d-\d\d\.pdf$/);
    const text = readPdfText(await readFile(await download.path()));
    for (const words of ['By the water', '2 pieces', ebb, 'What Slack Water is', '$1,002.00'])
      expect(text).toContain(words);
    expect(text.indexOf(slack)).toBeLessThan(text.indexOf(ebb));
    expect(text).not.toContain(flow);
  });

  await test.step('the catalogue is listed under “Made before”, and is deleted', async () => {
    const made = main.getByRole('region', { name: 'Made before' });
    await expect(made.getByRole('listitem')).toContainText('By the water');
    await made.getByRole('button', { name: 'Delete By the water' }).click();
    await expect(made).toContainText('Nothing yet');
  });

  await test.step('a catalogue begins with the pieces that are selected in the table of products', async () => {
    await owner.opensPanel('/admin/products?q=Tide+Painter');
    await main.getByRole('row').filter({ hasText: flow }).getByRole('checkbox').check();
    await main.getByRole('link', { name: 'Catalogue', exact: true }).click();
    await expect(chosen.getByRole('listitem')).toHaveCount(1);
    await expect(chosen).toContainText(flow);
    await press(`Leave out ${flow}`);
    await expect(chosen.getByRole('listitem')).toHaveCount(0);
    await expect(search).toBeFocused();
  });
});
