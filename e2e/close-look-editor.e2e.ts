import { expect, type Locator } from '@playwright/test';
import { expectNoViolations, expectNoViolationsAtBothWidths } from './axe.ts';
import { boxOf } from './layout.ts';
import { type Owner, test } from './owner.ts';

const numbersOf = (text: string | null) => [...(text ?? '').matchAll(/[\d.]+/g)].map(([number]) => Number(number));
/** The numbers that a screen reader says about a box or a corner, in percent. */
const placeOf = async (slider: Locator) => numbersOf(await slider.getAttribute('aria-valuetext'));
const slider = ({ main }: Owner, name: string) => main.getByRole('slider', { name, exact: true });
const details = ({ main }: Owner) => main.getByRole('list', { name: 'Details' }).getByRole('listitem');

test('An owner marks a piece and writes a detail with the keyboard alone', { tag: '@any-size' }, async ({
  owner,
  adminApi,
  browserErrors,
}) => {
  const { page, main } = owner;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const moon = await adminApi.addsListing('Moon to Look at', { widthCm: 75, heightCm: 96 });

  await test.step('the form of the product leads to the page', async () => {
    await owner.opensPanel(`/admin/products?q=${encodeURIComponent(moon.name)}`);
    await main.getByRole('row').filter({ hasText: moon.name }).getByRole('button', { name: 'Edit' }).press('Enter');
    await owner.dialog('Edit Product').getByRole('link', { name: 'Look closer' }).press('Enter');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Look closer at ${moon.name}`);
    await expect(main.getByText('75 cm wide, 96 cm high.')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Saved' })).toBeDisabled();
    await expectNoViolationsAtBothWidths(page);
  });

  await test.step('the box of the piece and its corner are moved, and its numbers are typed', async () => {
    await main.getByRole('button', { name: 'Mark the piece' }).press('Enter');
    const piece = slider(owner, 'The piece');
    await expect(piece).toBeFocused();
    expect(await placeOf(piece)).toEqual([5, 5, 90, 90]);
    await press('ArrowRight', 'Shift+ArrowDown', 'Alt+ArrowLeft', 'Alt+Shift+ArrowUp');
    expect(await placeOf(piece)).toEqual([6, 10, 89, 85]);
    await press('Tab');
    await expect(slider(owner, 'The piece, upper left corner')).toBeFocused();
    await press('ArrowRight', 'ArrowUp');
    expect(await placeOf(piece)).toEqual([7, 9, 88, 86]);
    const fields = main.getByRole('region', { name: 'The piece' });
    await fields.getByLabel('Left, % of the piece').fill('8');
    await fields.getByLabel('Width, % of the piece').fill('50');
    await expect(main.getByText(/this box is .* cm high, and the measures say 96 cm.*no view on a wall/)).toBeVisible();
    await fields.getByLabel('Width, % of the piece').fill('84');
    await fields.getByLabel('Top, % of the piece').fill('6.2');
    await fields.getByLabel('Height, % of the piece').fill('87');
    await expect(main.getByText(/and the measures say/)).toHaveCount(0);
    expect(await placeOf(piece)).toEqual([8, 6.2, 84, 87]);
    await main.getByLabel('Places in').selectOption('Pixels of the picture');
    await expect(fields.getByLabel('Left, px of the piece')).toHaveValue('104');
  });

  await test.step('a number can be corrected while it is typed; an empty field and a number that is too large are replaced', async () => {
    const piece = slider(owner, 'The piece');
    const field = (label: string) => main.getByRole('region', { name: 'The piece' }).getByLabel(label);
    const retype = async (label: string, text: string) => {
      await field(label).press('ControlOrMeta+a');
      await page.keyboard.type(text);
      await expect(field(label)).toHaveValue(text);
    };
    await retype('Width, px of the piece', '1036');
    expect(await placeOf(piece)).toEqual([8, 6.2, 80, 87]);
    await press('ControlOrMeta+a', 'Delete');
    await expect(field('Width, px of the piece')).toHaveValue('');
    await press('Tab');
    await expect(field('Width, px of the piece')).toHaveValue('1036');
    await main.getByLabel('Places in').selectOption('Percent of the picture');
    await retype('Left, % of the piece', '70');
    await press('Backspace');
    expect(await placeOf(piece)).toEqual([7, 6.2, 80, 87]);
    await retype('Width, % of the piece', '99');
    await press('Enter');
    await expect(field('Width, % of the piece')).toHaveValue('93');
    expect(await placeOf(piece)).toEqual([7, 6.2, 93, 87]);
  });

  await test.step('a detail has a name, a sentence and a box, and is saved', async () => {
    await main.getByRole('button', { name: 'Add a detail' }).press('Enter');
    await expect(details(owner).getByLabel('Name')).toBeFocused();
    browserErrors.allowResponse(`/api/admin/products/${moon.id}/close-look`, 400);
    await main.getByRole('button', { name: 'Save Details' }).press('Enter');
    await expect(main.getByText('Please name the detail').first()).toBeVisible();
    await expect(details(owner).getByLabel('Name')).toBeFocused();
    await page.keyboard.type('The moon');
    await press('Tab');
    await page.keyboard.type('Duck eggshell, laid first.');
    const box = slider(owner, 'Detail 1, The moon');
    await box.focus();
    await press('Shift+ArrowUp', 'ArrowRight', 'Alt+ArrowRight');
    expect(await placeOf(box)).toEqual([36, 30, 31, 30]);
    await details(owner).getByRole('button', { name: 'Larger box of detail 1' }).press('Enter');
    expect(await placeOf(box)).toEqual([34.5, 28.5, 34.1, 33]);
    await expectNoViolationsAtBothWidths(page);
    await main.getByRole('button', { name: 'Save Details' }).press('Enter');
    await owner.seesMessage('Details saved');
    const link = main.getByRole('link', { name: 'See in the shop' });
    await expect(link).toHaveAttribute('href', `/product/${moon.id}/look`);
    await page.reload();
    await expect(details(owner).getByLabel('Name')).toHaveValue('The moon');
    expect(await placeOf(slider(owner, 'Detail 1, The moon'))).toEqual([34.5, 28.5, 34.1, 33]);
    await expect(link).toBeVisible();
  });
});

test('An owner draws, reorders and removes details, and is asked before they are lost', async ({
  owner,
  adminApi,
  isMobile,
}) => {
  const { page, main } = owner;
  const moon = await adminApi.addsListing('Moon with Details', { widthCm: 75, heightCm: 96 });
  await owner.opensPanel(`/admin/products/close-look/${moon.id}`);
  const stage = main.locator('.stage');
  const at = async (x: number, y: number) => {
    const { x: left, y: top, width, height } = await boxOf(stage);
    return [left + x * width, top + y * height] as const;
  };
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...(await at(...from)));
    await page.mouse.down();
    await page.mouse.move(...(await at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)));
    await page.mouse.move(...(await at(...to)));
    await page.mouse.up();
  };
  const expectNear = async (name: string, expected: number[]) => {
    await expect
      .poll(async () =>
        (await placeOf(slider(owner, name))).map((number, index) => Math.abs(number - (expected[index] ?? 0)) < 1),
      )
      .toEqual(expected.map(() => true));
  };

  await test.step('a detail is drawn on the picture, moved, and dragged by a corner', async () => {
    await stage.scrollIntoViewIfNeeded();
    await stage.evaluate((element) => element.scrollIntoView());
    await drag([0.1, 0.1], [0.4, 0.3]);
    await expectNear('Detail 1', [10, 10, 30, 20]);
    await stage.evaluate((element) => element.scrollIntoView());
    await drag([0.25, 0.2], [0.45, 0.3]);
    await expectNear('Detail 1', [30, 20, 30, 20]);
    await drag([0.6, 0.4], [0.8, 0.5]);
    await expectNear('Detail 1', [30, 20, 50, 30]);
    await details(owner).getByLabel('Name').fill('Carp');
  });

  await test.step('details change their order by buttons, and can be removed', async () => {
    await main.getByRole('button', { name: 'Add a detail' }).click();
    await details(owner).nth(1).getByLabel('Name').fill('Reed');
    await main.getByRole('button', { name: 'Move up detail 2' }).click();
    await expect(main.getByRole('status').filter({ hasText: 'Detail 2 is now detail 1 of 2' })).toBeAttached();
    await expect(main.getByRole('button', { name: 'Move down detail 1' })).toBeFocused();
    await expect(details(owner).nth(0).getByLabel('Name')).toHaveValue('Reed');
    await main.getByRole('button', { name: 'Remove detail 2' }).click();
    await expect(main.getByRole('button', { name: 'Add a detail' })).toBeFocused();
    await expect(details(owner)).toHaveCount(1);
  });

  await test.step('leaving with unsaved changes asks first', async () => {
    await main.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Products' }).click();
    await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
    await expect(details(owner).getByLabel('Name')).toHaveValue('Reed');
    await main.getByRole('button', { name: 'Save Details' }).click();
    await owner.seesMessage('Details saved');
  });

  await test.step('after a confirmation the box and all details are removed', async () => {
    await main.getByRole('button', { name: 'Remove all' }).click();
    const question = owner.question('Remove the box and all details');
    if (!isMobile) await expectNoViolations(page);
    await question.getByRole('button', { name: 'Remove' }).click();
    await owner.seesMessage('Details removed');
    await expect(details(owner)).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'See in the shop' })).toHaveCount(0);
  });
});

test('When two people edit the details of a piece at once, both changes are kept or the second person chooses', {
  tag: '@any-size',
}, async ({ owner, adminApi, browserErrors }) => {
  const { page, main } = owner;
  const moon = await adminApi.addsListing('Moon for Two');
  const [, other = ''] = moon.images;
  const box = { x: 0.1, y: 0.1, width: 0.8, height: 0.8 };
  const detail = { name: 'Theirs', text: '', box };
  browserErrors.allowResponse(`/api/admin/products/${moon.id}/close-look`, 409);
  await owner.opensPanel(`/admin/products/close-look/${moon.id}`);

  await test.step('changes of different details are both kept', async () => {
    await adminApi.writesCloseLook(moon, box);
    await main.getByRole('button', { name: 'Add a detail' }).click();
    await details(owner).getByLabel('Name').fill('Mine');
    await main.getByRole('button', { name: 'Save Details' }).click();
    await owner.seesMessage('Details saved');
    await expect(slider(owner, 'The piece')).toBeVisible();
    await expect(details(owner).getByLabel('Name')).toHaveValue('Mine');
  });

  await test.step('text typed while changes are merged is kept, and the field keeps the focus', async () => {
    const mine = { name: 'Mine', text: '', box: { x: 0.35, y: 0.35, width: 0.3, height: 0.3 } };
    await adminApi.writesCloseLook(moon, { ...box, x: 0.12 }, [mine]);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const path = `**/api/admin/products/${moon.id}/close-look`;
    await page.route(path, async (route) => {
      if (route.request().method() === 'GET') await answered;
      await route.continue();
    });
    const name = details(owner).getByLabel('Name');
    await name.fill('Mine, lo');
    const request = page.waitForRequest((sent) => sent.method() === 'GET' && sent.url().endsWith('/close-look'));
    await name.press('Enter');
    await request;
    await page.keyboard.type('ng');
    answer();
    await expect.poll(() => placeOf(slider(owner, 'The piece'))).toEqual([12, 10, 80, 80]);
    await expect(name).toHaveValue('Mine, long');
    await expect(name).toBeFocused();
    await expect(main.getByRole('button', { name: 'Saved' })).toBeDisabled();
    await page.unroute(path);
    await page.reload();
    await expect(name).toHaveValue('Mine, long');
  });

  await test.step('if both changed the same detail, the second person chooses', async () => {
    await adminApi.writesCloseLook(moon, box, [detail]);
    await details(owner).getByLabel('Name').fill('Mine again');
    await main.getByRole('button', { name: 'Save Details' }).click();
    await expect(main.getByRole('alert')).toContainText('Somebody else has changed the same meanwhile');
    await expectNoViolationsAtBothWidths(page);
    await main.getByRole('button', { name: 'Keep mine' }).press('Enter');
    await expect(main.getByRole('button', { name: 'Save Details' })).toBeFocused();
    await expect(details(owner).getByLabel('Name')).toHaveValue('Mine again');
    await adminApi.writesCloseLook(moon, box, [{ ...detail, text: 'Changed again' }]);
    await page.keyboard.press('Enter');
    await main.getByRole('button', { name: 'Take theirs' }).press('Enter');
    await expect(main).toBeFocused();
    await expect(details(owner).getByLabel('Name')).toHaveValue('Theirs');
    await expect(main.getByRole('button', { name: 'Saved' })).toBeDisabled();
  });

  await test.step('if the picture was removed from the piece, the page says so, and another one can take its place', async () => {
    await adminApi.changesListing(moon.id, { images: [other] });
    await page.reload();
    await expect(main.getByText('is not one of the piece any more')).toBeVisible();
    await main.getByRole('radio', { name: 'Picture 1' }).check();
    await expect(main.getByText('Please check them on this picture')).toBeVisible();
    await expect(details(owner).getByLabel('Name')).toHaveValue('Theirs');
    await expectNoViolationsAtBothWidths(page);
    await main.getByRole('button', { name: 'Save Details' }).click();
    await owner.seesMessage('Details saved');
  });
});
