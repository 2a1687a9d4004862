import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { conditionRequest } from '#contract/condition-words.ts';
import { expectNoViolations } from './axe.ts';
import { boxOf } from './layout.ts';
import { emailTo } from './mailbox.ts';
import { test } from './owner.ts';
import { readPdfText } from './pdf-text.ts';
import { photograph } from './pictures.ts';

test('An owner writes and issues a condition report, a visitor asks for it, and the buyer has it with the order', async ({
  owner,
  adminApi,
  anotherVisitor,
  shop,
  browserErrors,
}) => {
  const { page, main } = owner;
  const moon = await adminApi.addsListing('Moon with a Scratch');
  const visitor = await anotherVisitor();
  const piece = visitor.page.getByRole('main');
  const form = owner.dialog('Edit Product');
  const opensPiece = async () => {
    await owner.opensPanel(`/admin/products?q=${encodeURIComponent(moon.name)}`);
    await main.getByRole('row').filter({ hasText: moon.name }).getByRole('button', { name: 'Edit' }).click();
  };
  const first = main.getByRole('region', { name: 'Photograph 1' });
  const mark = (number: number) => first.getByRole('slider', { name: `Mark ${number} of photograph 1` });
  /** The place of a mark in whole percent, because a pointer stands on whole pixels. */
  const placeOf = async (number: number) => {
    const text = (await mark(number).getAttribute('aria-valuetext')) ?? '';
    return [...text.matchAll(/[\d.]+/g)].map(([percent]) => Math.round(Number(percent)));
  };

  await test.step('the page of a piece without a report does not mention one', async () => {
    await visitor.opens(`/product/${moon.id}`);
    await expect(piece.getByRole('heading', { level: 1, name: moon.name })).toBeVisible();
    await expect(piece.getByRole('heading', { name: 'Papers' })).toHaveCount(0);
  });

  await test.step('the owner begins a draft in the form of the piece', async () => {
    await opensPiece();
    await form.getByRole('button', { name: 'Write a condition report' }).click();
    await owner.question('Write a condition report').getByRole('button', { name: 'Begin' }).click();
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Condition of ${moon.name}`);
    await main.getByLabel('Examined on').fill('2026-01-05');
    await main.getByLabel('Examined by').fill('Mai Tran');
    await main.getByLabel('Surface').fill('No cracks under raking light.');
  });

  await test.step('a picture of the piece is added, and an uploaded one', async () => {
    await main.getByRole('button', { name: 'Add picture 1 of the piece' }).click();
    await expect(first).toContainText('Photograph 1 of 1');
    await expect(first.getByLabel('What it shows')).toBeFocused();
    await first.getByLabel('What it shows').fill('Front');
    await main.getByLabel('Upload images', { exact: true }).setInputFiles(await photograph('corner', '#f4efe6'));
    await expect(main.getByRole('region', { name: 'Photograph 2' })).toBeVisible();
  });

  await test.step('marks are set by keyboard alone, and moved by 1 and 5 percent', async () => {
    await first.getByRole('button', { name: 'Set a mark on photograph 1' }).press('Enter');
    await expect(mark(1)).toBeFocused();
    await expect(mark(1)).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top');
    for (const key of ['ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowUp']) await mark(1).press(key);
    await expect(mark(1)).toHaveAttribute('aria-valuetext', '44% from the left, 45% from the top');
    const fields = first.getByRole('group', { name: 'Mark 1' });
    await expect(fields.getByLabel('Left, %')).toHaveValue('44');
    await fields.getByLabel('Kind').selectOption('Scratch');
    await fields.getByLabel('What is seen').fill('Two centimetres, in the clear coat');
    for (let count = 0; count < 12; count += 1) await mark(1).press('Shift+ArrowDown');
    await expect(mark(1)).toHaveAttribute('aria-valuetext', '44% from the left, 100% from the top');
    await fields.getByLabel('Top, %').fill('80');
    await expect(mark(1)).toHaveAttribute('aria-valuetext', '44% from the left, 80% from the top');
  });

  await test.step('marks are set and dragged by pointer, and removed', async () => {
    const ground = first.getByRole('button', { name: 'Set a mark on photograph 1' });
    await ground.scrollIntoViewIfNeeded();
    // The button is transparent, so that the picture behind it is visible.
    await expect(ground).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    const { width, height } = await boxOf(ground);
    await ground.click({ position: { x: width * 0.25, y: height * 0.2 } });
    await expect.poll(() => placeOf(2)).toEqual([25, 20]);
    await mark(2).dragTo(ground, { targetPosition: { x: width * 0.75, y: height * 0.3 } });
    await expect.poll(() => placeOf(2)).toEqual([75, 30]);
    await first.getByRole('group', { name: 'Mark 2' }).getByLabel('What is seen').fill('A mistake');
    await expectNoViolations(page);
    await first.getByRole('button', { name: 'Remove mark 2' }).click();
    await expect(mark(2)).toHaveCount(0);
    await expect(ground).toBeFocused();
  });

  await test.step('the confirmation dialog says what is missing before the report can be issued', async () => {
    await main.getByRole('button', { name: 'Save Draft' }).click();
    await owner.seesMessage('Draft saved');
    const { pathname } = new URL(page.url());
    browserErrors.allowResponse(`/api/admin/condition-reports/${pathname.split('/').at(-1)}/issue`, 409);
    await main.getByRole('button', { name: 'Issue Report' }).click();
    const question = owner.question('Issue the condition report');
    await question.getByRole('button', { name: 'Issue', exact: true }).click();
    await expect(question).toContainText('the report needs the overall state');
    await expectNoViolations(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await main.getByLabel('Overall state').selectOption('Very good');
    await main.getByRole('button', { name: 'Issue Report' }).click();
    await question.getByRole('button', { name: 'Issue', exact: true }).click();
    await owner.seesMessage('Condition report issued');
    await expect(main.getByText('Issued', { exact: true })).toBeVisible();
    await expect(main.getByRole('textbox')).toHaveCount(0);
    await expect(main.getByRole('list', { name: 'Marks of photograph 1' })).toContainText(
      'Scratch. Two centimetres, in the clear coat',
    );
    await expectNoViolations(page);
  });

  await test.step('a visitor reads that a report exists, and asks for it', async () => {
    await visitor.opens(`/product/${moon.id}`);
    await expect(piece).toContainText('Condition reportJanuary 2026, PDF');
    await expectNoViolations(visitor.page);
    await piece.getByRole('link', { name: 'Ask for the condition report' }).click();
    await expect(visitor.page.getByLabel('Message')).toHaveValue(conditionRequest);
    await expect(visitor.page.getByLabel('Subject')).toHaveValue(`Condition report: ${moon.name}`);
    await visitor.page.getByLabel('Name', { exact: true }).fill('Lan Tran');
    await visitor.page.getByLabel('Email', { exact: true }).fill('lan.tran@example.com');
    await visitor.page.getByRole('button', { name: 'Send Message' }).click();
    await expect(visitor.page.getByText('Thank you. Your message has been sent.')).toBeVisible();
  });

  await test.step('the owner sends the report from the enquiry with one button', async () => {
    await owner.opensPanel('/admin/enquiries');
    const enquiry = main.getByRole('listitem').filter({ hasText: `Condition report: ${moon.name}` });
    await expect(enquiry).toContainText('asks for the condition report');
    await enquiry.getByRole('button', { name: 'Send Condition Report' }).click();
    await owner.seesMessage('Condition report sent');
    await expect(enquiry.first()).toContainText('was sent. Its link ends on');
    await expectNoViolations(page);
  });

  const email = await emailTo(shop, 'lan.tran@example.com', `Condition report: ${moon.name}`);
  const address = /\/condition#[\w-]+/.exec(email)?.[0] ?? '';

  await test.step('the link in the email opens the PDF, once the shop can be reached', async () => {
    const opening = '/api/condition-reports/open';
    visitor.expectsFailure(opening, 0);
    await visitor.page.route(`**${opening}`, (route) => route.abort('connectionrefused'));
    await visitor.opens(address);
    const again = piece.getByRole('button', { name: 'Try Again' });
    await expect(again).toBeVisible();
    await visitor.page.unroute(`**${opening}`);
    await again.click();
    await expect(piece).toContainText(`${moon.name}, examined 5 January 2026.`);
    await expect(piece).toBeFocused();
    await expectNoViolations(visitor.page);
    const started = visitor.page.waitForEvent('download');
    await piece.getByRole('button', { name: 'Download the Report' }).click();
    const text = readPdfText(await readFile(await (await started).path()));
    expect(text.replaceAll('\n', ' ')).toContain('Scratch: Two centimetres, in the clear coat (44% from the left, 80%');
  });

  await test.step('the owner takes the link back, and it opens nothing any more', async () => {
    await opensPiece();
    await form.getByRole('link', { name: '5 January 2026' }).click();
    await main.getByRole('button', { name: 'Take back the link of lan.tran@example.com' }).click();
    await owner.question('Take the link back').getByRole('button', { name: 'Take Back' }).click();
    await expect(main).toContainText('the link opens nothing any more');
    await visitor.opens('/');
    await visitor.opens(address);
    await expect(piece.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
    await expectNoViolations(visitor.page);
  });

  await test.step('the buyer downloads the report from the order', async () => {
    const anna = await adminApi.addsCustomer('Anna');
    const order = await adminApi.sells(moon, anna);
    const collector = await anotherVisitor();
    await collector.startsSignedInAs(anna);
    await collector.opens(`/account?order=${order.id}`);
    const details = collector.page.getByRole('region', { name: `Details of order ${order.id}` });
    const started = collector.page.waitForEvent('download');
    await details.getByRole('button', { name: `Download the condition report of ${moon.name}` }).click();
    expect((await started).suggestedFilename()).toBe(`condition-${moon.id}-2026-01-05.pdf`);
    await expectNoViolations(collector.page);
  });

  await test.step('the page of the piece does not mention a withdrawn report', async () => {
    await opensPiece();
    await form.getByRole('link', { name: '5 January 2026' }).click();
    await main.getByRole('button', { name: 'Withdraw' }).click();
    const question = owner.question('Withdraw the condition report');
    await question.getByLabel('Reason').fill('The wrong piece');
    await question.getByRole('button', { name: 'Withdraw' }).click();
    await expect(main.getByText(/^Withdrawn .*: The wrong piece$/)).toBeVisible();
    await visitor.opens(`/product/${moon.id}`);
    await expect(piece.getByRole('heading', { name: 'Papers' })).toHaveCount(0);
  });
});
