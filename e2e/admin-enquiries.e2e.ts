import { expect } from '@playwright/test';
import { expectNoViolationsAtBothWidths } from './axe.ts';
import { test } from './owner.ts';

test('An owner answers an enquiry, marks it as done, opens it again and deletes it', async ({
  owner,
  anotherVisitor,
  adminApi,
}) => {
  const { main } = owner;
  const listing = await adminApi.addsListing('Asked About');
  const visitor = await anotherVisitor();
  await visitor.opens(`/product/${listing.id}`);
  await visitor.page.getByRole('link', { name: 'Enquire' }).click();
  const form = visitor.page.getByRole('main');
  await form.getByLabel('Name', { exact: true }).fill('Ưng Hoà');
  await form.getByLabel('Email', { exact: true }).fill('hoa@example.com');
  await form.getByLabel('Message', { exact: true }).fill('Is it heavy?\n<b>Kind regards</b>');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByLabel('Message', { exact: true })).toHaveValue('');

  await owner.opensPanel('/admin');
  await expect(main.getByRole('listitem').filter({ hasText: 'Ưng Hoà, hoa@example.com' }).first()).toContainText(
    listing.name,
  );
  const link = owner.navigation.getByRole('link', { name: /^Enquiries/ });
  const openBefore = Number((await link.innerText()).replace(/\D/g, ''));
  await owner.goesTo('Enquiries');
  const enquiry = main.getByRole('listitem', { name: listing.name });
  await expect(enquiry).toContainText(`about ${listing.name}`);
  await expect(enquiry.getByText('Is it heavy?\n<b>Kind regards</b>')).toBeVisible();
  await expect(enquiry.getByText('Unread')).toBeVisible();
  const reply = enquiry.getByRole('link', { name: 'Reply' });
  await expect(reply).toHaveAttribute('href', /^mailto:hoa(@|%40)example\.com\?subject=/);
  await enquiry.getByRole('button', { name: 'Answer' }).click();
  await expect(enquiry.getByLabel('Answer to hoa@example.com')).toBeFocused();
  await enquiry.getByRole('button', { name: 'Send Answer' }).click();
  await expect(enquiry.getByLabel('Answer to hoa@example.com')).toHaveAccessibleDescription('Please write an answer');
  await enquiry.getByLabel('Answer to hoa@example.com').fill('Two kilograms.\nCome by.');
  await enquiry.getByLabel('Mark as done').uncheck();
  await expectNoViolationsAtBothWidths(owner.page);
  await enquiry.getByRole('button', { name: 'Send Answer' }).click();
  await owner.seesMessage('Answer sent');
  await expect(enquiry).toBeFocused();
  await expect(enquiry.getByRole('list', { name: 'Answers' })).toContainText('Two kilograms.');
  await expect(enquiry.getByText('Answered')).toBeVisible();
  await enquiry.getByRole('button', { name: 'Done' }).click();
  await owner.seesMessage('Enquiry marked as done');
  await expect(enquiry).toBeFocused();
  await expect(enquiry).toContainText(/Done \d/);
  await expect(enquiry.getByText('Unread')).toBeHidden();
  await expect(main.getByRole('status').filter({ hasText: `, ${openBefore - 1} open` })).toBeVisible();
  await expect(link).toHaveText(openBefore === 1 ? 'Enquiries' : `Enquiries${openBefore - 1} open`);
  const { id = '' } = (await adminApi.enquiries()).find(({ listingId }) => listingId === listing.id) ?? {};
  await owner.findsInAudit('Enquiry done', id, '');
  await owner.findsInAudit('Enquiry answered', id, '');
  await owner.goesTo('Enquiries');
  await enquiry.getByRole('button', { name: 'Open Again' }).click();
  await expect(enquiry.getByText('Answered')).toBeVisible();
  await enquiry.getByRole('button', { name: 'Delete' }).click();
  await owner.question('Delete this enquiry?').getByRole('button', { name: 'Delete' }).click();
  await owner.seesMessage('Enquiry deleted successfully');
  await expect(enquiry).toBeHidden();
});
