import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { photograph } from './pictures.ts';

/**
 * Writes a folder with photographs of these names and one file that is no photograph. Returns its path. Each photograph has a colour of
 * its own; `blue` is the blue part of these colours, 0 to 255, and must differ between the folders of a test.
 */
export async function writeFolder(path: string, names: readonly string[], blue: number): Promise<string> {
  await mkdir(path, { recursive: true });
  for (const [index, name] of names.entries()) {
    const { buffer } = await photograph(name, `rgb(${40 + index * 30}, 90, ${blue})`);
    await writeFile(join(path, name), buffer);
  }
  await writeFile(join(path, 'prices.csv'), 'name,price');
  return path;
}

/** The parts of the intake page. Pieces and rows are counted from 1. */
export function intakeOf(page: Page) {
  const main = page.getByRole('main');
  const pieces = main.getByRole('list', { name: 'Pieces' });
  const piece = (number: number) =>
    pieces.getByRole('listitem').filter({ has: page.getByLabel(`Name of piece ${number}`, { exact: true }) });
  const grid = main.getByRole('grid');
  return {
    pieces,
    piece,
    grid,
    photographs: (number: number) => piece(number).getByRole('button', { name: /\.jpg/ }),
    cell: (title: string, row: number) =>
      grid
        .getByRole('textbox', { name: `${title}, row ${row}`, exact: true })
        .or(grid.getByRole('combobox', { name: `${title}, row ${row}`, exact: true })),
    choose: (path: string) => page.getByLabel('Folder of photographs').setInputFiles(path),
    saved: () => expect(main).toContainText('All changes are saved.'),
  };
}

export async function press(target: Locator, key: string): Promise<void> {
  await target.focus();
  await target.press(key);
}

/** Pastes as a spreadsheet does: the clipboard of the system is not used, so that tests can run side by side. */
export async function pasteInto(target: Locator, text: string): Promise<void> {
  await target.focus();
  await target.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
