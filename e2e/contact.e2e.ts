import { expect } from '@playwright/test';
import { test } from './test.ts';

const letter = { Name: 'Ưng Hoà', Email: 'hoa@example.com', Subject: 'A visit', Message: 'May I come by?\nOn Friday.' };

test('A message reaches the shop', async ({ shopper, shopkeeper }) => {
  await shopper.opens('/#contact');
  const form = shopper.page.getByRole('main');
  const subject = shopkeeper.unique('A visit');
  for (const [label, value] of Object.entries({ ...letter, Subject: subject })) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByRole('status')).toContainText(/\S/);
  await expect(form.getByLabel('Message')).toHaveValue('');

  const [enquiry] = (await shopkeeper.enquiries()).filter((stored) => stored.subject === subject);
  expect(enquiry).toMatchObject({ name: letter.Name, email: letter.Email, message: letter.Message, listingId: null });
});

test('What is missing is said at its field, and nothing is sent', async ({ shopper, shopkeeper }) => {
  const before = await shopkeeper.enquiries();
  await shopper.opens('/#contact');
  const form = shopper.page.getByRole('main');
  await form.getByLabel('Email').fill('no address');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name');
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(form.getByLabel('Message')).toHaveAccessibleDescription('Please enter a message');
  await expect(form.getByLabel('Name')).toBeFocused();
  expect(await shopkeeper.enquiries()).toEqual(before);
});

test('Enquire carries the piece into the form', async ({ shopper, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('Asked About');
  await shopper.opens(`/product/${piece.id}`);
  await shopper.page.getByRole('link', { name: 'Enquire' }).click();
  await expect(shopper.page).toHaveURL('/#contact');
  const form = shopper.page.getByRole('main');
  await expect(form.getByRole('heading', { name: 'Contact' })).toBeInViewport();
  await expect(form.getByLabel('Subject')).toHaveValue(piece.name);
  for (const label of ['Name', 'Email', 'Message'] as const)
    await form.getByLabel(label, { exact: true }).fill(letter[label]);
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByLabel('Message')).toHaveValue('');

  const enquiries = await shopkeeper.enquiries();
  expect(enquiries.find(({ listingId }) => listingId === piece.id)).toMatchObject({ listingName: piece.name });
});
