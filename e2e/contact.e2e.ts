import { expect } from '@playwright/test';
import { test } from './test.ts';

const message = {
  Name: 'Ưng Hoà',
  Email: 'hoa@example.com',
  Subject: 'A visit',
  Message: 'May I come by?\nOn Friday.',
};

test('A message of the contact form arrives in the shop', async ({ visitor, adminApi }) => {
  await visitor.opens('/#contact');
  const form = visitor.page.getByRole('main');
  const subject = adminApi.unique('A visit');
  for (const [label, value] of Object.entries({ ...message, Subject: subject })) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByRole('status')).toContainText(/\S/);
  await expect(form.getByLabel('Message')).toHaveValue('');

  const [enquiry] = (await adminApi.enquiries()).filter((stored) => stored.subject === subject);
  expect(enquiry).toMatchObject({
    name: message.Name,
    email: message.Email,
    message: message.Message,
    listingId: null,
  });
});

test('Missing fields are marked, and nothing is sent', async ({ visitor, adminApi }) => {
  const before = await adminApi.enquiries();
  await visitor.opens('/#contact');
  const form = visitor.page.getByRole('main');
  await form.getByLabel('Email').fill('no address');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name');
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(form.getByLabel('Message')).toHaveAccessibleDescription('Please enter a message');
  await expect(form.getByLabel('Name')).toBeFocused();
  expect(await adminApi.enquiries()).toEqual(before);
});

test('The link “Enquire” puts the piece into the contact form', async ({ visitor, adminApi }) => {
  const listing = await adminApi.addsListing('Asked About');
  await visitor.opens(`/product/${listing.id}`);
  await visitor.page.getByRole('link', { name: 'Enquire' }).click();
  await expect(visitor.page).toHaveURL('/#contact');
  const form = visitor.page.getByRole('main');
  await expect(form.getByRole('heading', { name: 'Contact' })).toBeInViewport();
  await expect(form.getByLabel('Subject')).toHaveValue(listing.name);
  for (const label of ['Name', 'Email', 'Message'] as const)
    await form.getByLabel(label, { exact: true }).fill(message[label]);
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByLabel('Message')).toHaveValue('');

  const enquiries = await adminApi.enquiries();
  expect(enquiries.find(({ listingId }) => listingId === listing.id)).toMatchObject({ listingName: listing.name });
});
