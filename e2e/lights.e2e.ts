import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { expectNoViolationsAtBothWidths } from './axe.ts';
import { type ChosenFile, type Owner, test } from './owner.ts';

const picture = new URL('../server/features/demo/pictures/red-river-moon-1.webp', import.meta.url);
const demoLight = (direction: string) =>
  readFile(new URL(`../server/features/demo/lights/red-river-moon-${direction}.webp`, import.meta.url));

/** The time limit for a photograph, in milliseconds: aligning it with the picture takes the server some seconds. */
const arrived = { timeout: 60_000 };
test.setTimeout(240_000);

const file = (name: string, buffer: Buffer): ChosenFile => ({ name, mimeType: 'image/webp', buffer });
const panel = ({ main }: Owner) => main.getByRole('region', { name: 'Light', exact: true });
const photographs = (owner: Owner) => panel(owner).getByRole('list', { name: 'Photographs under light' });
const around = (owner: Owner, number: number) =>
  panel(owner).getByRole('slider', { name: `Around, photograph ${number}`, exact: true });
const press = async (element: Locator, ...keys: string[]) => {
  for (const key of keys) await element.press(key);
};

test('An owner uploads photographs under three lights, corrects a direction, and visitors turn the light', async ({
  owner,
  adminApi,
  anotherVisitor,
}) => {
  const { page, main } = owner;
  const moon = await adminApi.addsListing('Moon under Light', { widthCm: 75, heightCm: 96 });
  const choose = (...files: ChosenFile[]) => panel(owner).getByLabel('Upload images').setInputFiles(files);
  const visitor = await anotherVisitor();
  const visitorsLight = visitor.page.getByRole('group', { name: 'Where the light comes from' });
  const shown = panel(owner).getByRole('checkbox', { name: 'Visitors can turn the light over this piece' });
  const save = panel(owner).getByRole('button', { name: 'Save Light' });

  await test.step('a photograph that cannot be used says why in its row', async () => {
    await owner.opensPanel(`/admin/products/close-look/${moon.id}`);
    await expect(panel(owner).getByText('0 of 8', { exact: true })).toBeVisible();
    await expect(shown).toBeDisabled();
    owner.visitor.expectsFailure(`/api/admin/products/${moon.id}/lights`, 409);
    const small = await sharp(await readFile(picture))
      .resize({ width: 320 })
      .webp()
      .toBuffer();
    await choose(file('moon-small-left.webp', small));
    const uploads = panel(owner).getByRole('list', { name: 'Uploads' });
    await expect(uploads.getByRole('alert')).toContainText(
      'moon-small-left.webp: This photograph is too small: it needs at least 640 pixels on its longer side.',
      arrived,
    );
    await expectNoViolationsAtBothWidths(page);
    await uploads.getByRole('button', { name: 'Dismiss moon-small-left.webp' }).click();
    await expect(uploads).toHaveCount(0);
  });

  await test.step('photographs get the directions that their file names say; without one, the direction is a guess', async () => {
    await choose(
      file('moon-nw.webp', await demoLight('nw')),
      file('moon-left.webp', await demoLight('w')),
      file('IMG_0412.webp', await demoLight('e')),
    );
    await expect(photographs(owner).getByText('moon-nw.webp, from the upper left, 30° high')).toBeVisible(arrived);
    await expect(photographs(owner).getByText('moon-left.webp, from the left, 30° high')).toBeVisible(arrived);
    await expect(photographs(owner).getByText('IMG_0412.webp, from the right, 30° high')).toBeVisible(arrived);
    await expect(panel(owner).getByText('3 of 8', { exact: true })).toBeVisible();
    await expect(photographs(owner).getByText('The file name says no direction')).toHaveCount(1);
    await visitor.opens(`/product/${moon.id}`);
    await expect(visitor.page.getByRole('link', { name: 'Look closer' })).toHaveCount(0);
  });

  await test.step('a direction is corrected with the keyboard', async () => {
    await expect(around(owner, 1)).toHaveAttribute('aria-valuetext', '0 degrees, from the right');
    await press(around(owner, 1), 'ArrowLeft', 'Shift+ArrowLeft', 'ArrowUp', 'Shift+ArrowDown');
    await expect(around(owner, 1)).toHaveAttribute('aria-valuetext', '358 degrees, from the right');
    await press(panel(owner).getByRole('slider', { name: 'Height, photograph 1' }), 'ArrowDown', 'Shift+ArrowUp');
    await expect(photographs(owner).getByText('IMG_0412.webp, from the right, 16° high')).toBeVisible();
    await expect(photographs(owner).getByText('The file name says no direction')).toHaveCount(0);
  });

  await test.step('the light of the preview is chosen and moved as in the viewer, also on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await press(around(owner, 1), 'Shift+ArrowUp', 'Shift+ArrowDown');
    await expect(around(owner, 1)).toHaveAttribute('aria-valuetext', '358 degrees, from the right');
    const preview = panel(owner).getByRole('group', { name: 'Preview of the light' });
    await preview.getByRole('radio', { name: 'Left', exact: true }).check();
    const point = preview.getByRole('button', { name: /^The light/ });
    await point.press('ArrowRight');
    await expect(point).toBeFocused();
    await expect(preview.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(preview.getByText(/loaded|nearest/)).toHaveCount(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectNoViolationsAtBothWidths(page);
  });

  await test.step('leaving asks first', async () => {
    await main.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Products' }).click();
    await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
  });

  await test.step('visitors have the light once it is saved', async () => {
    await shown.check();
    await save.click();
    await owner.seesMessage('Light saved');
    await expect(panel(owner).getByRole('button', { name: 'Saved' })).toBeDisabled();
    await page.reload();
    await expect(photographs(owner).getByText('IMG_0412.webp, from the right, 16° high')).toBeVisible();
    await expect(shown).toBeChecked();
    await visitor.opens(`/product/${moon.id}/look`);
    await visitorsLight.getByRole('radio', { name: 'Top left' }).check();
    await expect(visitor.page.getByRole('button', { name: /^The light/ })).toBeVisible();
  });

  await test.step('with fewer than three photographs, visitors have no light', async () => {
    await photographs(owner).getByRole('button', { name: 'Remove photograph 1' }).press('Enter');
    await owner
      .question('Remove this photograph?')
      .getByRole('button', { name: 'Remove the photograph' })
      .press('Enter');
    await expect(panel(owner).getByRole('heading', { name: 'Light', exact: true })).toBeFocused();
    await expect(panel(owner).getByText('One more photograph is needed for that.')).toBeVisible();
    await expect(shown).not.toBeChecked();
    await visitor.opens(`/product/${moon.id}`);
    await expect(visitor.page.getByRole('link', { name: 'Look closer' })).toHaveCount(0);
  });
});

test('A second light from the same direction and a rotated photograph are refused with the reason', async ({
  owner,
  adminApi,
}) => {
  const moon = await adminApi.addsListing('Moon under Two Lights');
  const choose = (...files: ChosenFile[]) => panel(owner).getByLabel('Upload images').setInputFiles(files);
  await owner.opensPanel(`/admin/products/close-look/${moon.id}`);
  await expect(panel(owner).getByText('0 of 8', { exact: true })).toBeVisible();

  await test.step('a photograph that is rotated is refused in its row', async () => {
    owner.visitor.expectsFailure(`/api/admin/products/${moon.id}/lights`, 409);
    await choose(
      file(
        'moon-right.webp',
        await sharp(await demoLight('e'))
          .rotate(90)
          .webp()
          .toBuffer(),
      ),
    );
    const row = panel(owner).getByRole('list', { name: 'Uploads' }).getByRole('alert');
    await expect(row).toContainText('moon-right.webp: This photograph is turned or mirrored.', arrived);
  });

  await test.step('two lights from the same direction cannot be saved', async () => {
    await choose(file('moon-30deg.webp', await demoLight('ne')), file('moon-above.webp', await demoLight('above')));
    await expect(photographs(owner).getByText('moon-30deg.webp, from the upper right, 30° high')).toBeVisible(arrived);
    await expect(photographs(owner).getByText('moon-above.webp, from straight above')).toBeVisible(arrived);
    const height = panel(owner).getByRole('slider', { name: 'Height, photograph 1' });
    await press(height, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await press(around(owner, 1), 'ArrowRight', 'ArrowRight');
    await expect(photographs(owner).getByText('moon-above.webp, from the upper right, 30° high')).toBeVisible();
    owner.visitor.expectsFailure(`/api/admin/products/${moon.id}/lights`, 409);
    await panel(owner).getByRole('button', { name: 'Save Light' }).click();
    await expect(panel(owner).getByRole('alert').last()).toContainText('has its light from the same direction');
    await panel(owner).getByRole('button', { name: 'Discard' }).click();
    await expect(photographs(owner).getByText('moon-above.webp, from straight above')).toBeVisible();
    await expect(panel(owner).getByRole('button', { name: 'Saved' })).toBeDisabled();
  });
});
