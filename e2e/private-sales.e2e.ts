import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';
import { card } from './payment.ts';

test('An owner offers pieces by link at special prices; the client buys one and declines the other', async ({
  owner,
  visitor,
  anotherVisitor,
  adminApi,
}) => {
  const [moon, carp] = [
    await adminApi.addsListing('Offered Moon', { price: 900 }),
    await adminApi.addsListing('Offered Carp', { price: 700 }),
  ];
  const client = await anotherVisitor();
  const main = client.page.getByRole('main');
  const makesOffer = async (listing: { id: string; name: string }, price: string) => {
    await owner.opensPanel('/admin/products');
    await owner.main.getByRole('checkbox', { name: `Select ${listing.name}` }).check();
    await owner.main.getByRole('button', { name: 'Offer to a client' }).click();
    const dialog = owner.dialog('Offer to a client');
    await dialog.getByLabel(`Own price of ${listing.name}`).fill(price);
    await dialog.getByLabel('Client’s name').fill('Helen Morcombe');
    return dialog;
  };
  const link = async () =>
    (
      await owner
        .dialog('The link is ready')
        .getByText(/\/private#/)
        .innerText()
    ).trim();

  const first = await test.step('the owner names the price, and reads the link once', async () => {
    const dialog = await makesOffer(moon, 'nothing');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    await expect(dialog.getByLabel(`Own price of ${moon.name}`)).toBeFocused();
    await expectNoViolations(owner.page);
    await dialog.getByLabel(`Own price of ${moon.name}`).fill('800');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    await expect(owner.dialog('The link is ready')).toBeVisible();
    await expectNoViolations(owner.page);
    return link();
  });

  await test.step('everybody else sees the piece as reserved', async () => {
    await client.opens(`/product/${moon.id}`);
    await expect(main.getByText(/^Reserved until/)).toBeVisible();
  });

  await test.step('the client opens the link, signs in to buy, and pays the own price', async () => {
    await client.opens(first);
    await client.seesHeading('Reserved for Helen Morcombe');
    await expectNoViolations(client.page);
    await main.getByRole('button', { name: 'Buy for $800' }).click();
    await client.entersSignIn(await adminApi.addsCustomer('Helen'));
    await client.payment.seesHold();
    await client.payment.entersDelivery();
    await client.payment.chooses('Credit Card', card);
    await client.payment.pays(800);
    await client.payment.seesSuccess(1);
    await client.opens(first);
    await expect(main).toContainText('Nothing of this offer is left to buy.');
  });

  await test.step('a client lets a piece go, and the link tells only when that was', async () => {
    await (await makesOffer(carp, '600')).getByRole('button', { name: 'Make the link' }).click();
    const second = await link();
    await client.opens('/');
    await client.opens(second);
    await main.getByRole('button', { name: 'I do not want it, let it go' }).click();
    await expectNoViolations(client.page);
    await client.page.getByRole('alertdialog').getByRole('button', { name: 'Let go' }).click();
    await client.seesHeading('Thank you for letting us know');
    await expect(main).toBeFocused();
    await client.opens('/');
    await client.opens(second);
    await expect(main).toContainText(/This link ended on/);
    await expect(main).not.toContainText(carp.name);
    await expectNoViolations(client.page);
  });

  await test.step('the owner sees what became of both', async () => {
    await visitor.opens('/admin/products/private');
    await expect(owner.main.getByRole('row', { name: new RegExp(carp.name) })).toContainText('Let go by the client');
    await expect(owner.main.getByRole('row', { name: new RegExp(moon.name) })).toContainText('sold');
    await expectNoViolations(owner.page);
  });
});

test('An owner makes a viewing room with texts and without prices, sees when it was opened, and closes it', async ({
  owner,
  anotherVisitor,
  adminApi,
}) => {
  const [moon, carp] = [await adminApi.addsListing('Room Moon'), await adminApi.addsListing('Room Carp')];
  const tray = await adminApi.addsListing('Room Tray');
  await owner.opensPanel('/admin/products');
  for (const { name } of [moon, carp]) await owner.main.getByRole('checkbox', { name: `Select ${name}` }).check();
  await owner.main.getByRole('button', { name: 'Viewing room' }).click();
  const dialog = owner.dialog('Viewing room');
  await dialog.getByLabel('Title of the room').fill('For the stair');
  await dialog.getByLabel(`Words about ${carp.name}`).fill('Beside the window.');
  await dialog.getByRole('checkbox', { name: 'Show prices' }).uncheck();
  await test.step('a piece from another page of the table is added by its name', async () => {
    const search = dialog.getByLabel('Add a piece by name or artist');
    const add = dialog.getByRole('button', { name: `Add ${tray.name}` });
    await search.fill('no such piece');
    await search.press('Enter');
    await expect(dialog.getByRole('status')).toHaveText('No piece found.');
    await search.fill(tray.name);
    await dialog.getByRole('button', { name: 'Find' }).click();
    await expect(add).toBeVisible();
    await expectNoViolations(owner.page);
    await add.click();
    await expect(search).toBeFocused();
    await dialog.getByRole('button', { name: `Remove ${tray.name}` }).click();
    await expect(dialog.getByRole('list', { name: 'Pieces' })).toBeFocused();
    await search.fill(tray.name);
    await search.press('Enter');
    await add.click();
    await expect(dialog.getByLabel(`Words about ${tray.name}`)).toBeVisible();
  });
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const ready = owner.dialog('The link is ready');
  const link = (await ready.getByText(/\/private#/).innerText()).trim();
  await ready.getByRole('link', { name: 'All offers and rooms' }).click();
  const row = owner.main.getByRole('row', { name: /For the stair/ });
  await expect(row).toContainText('Never');

  const guest = await anotherVisitor();
  const main = guest.page.getByRole('main');
  await test.step('the room opens once the shop can be reached', async () => {
    const opening = '/api/private/open';
    const again = main.getByRole('button', { name: 'Try Again' });
    guest.expectsFailure(opening, 0);
    await guest.page.route(`**${opening}`, (route) => route.abort('connectionrefused'));
    await guest.opens(link);
    await expect(again).toBeVisible();
    await guest.page.unroute(`**${opening}`);
    await again.click();
    await guest.seesHeading('For the stair');
    await expect(main).toBeFocused();
  });
  await expect(main).toContainText('Beside the window.');
  await expect(main.getByRole('heading', { name: tray.name })).toBeVisible();
  await expect(main).not.toContainText('$');
  await expectNoViolations(guest.page);

  await test.step('the guest asks to reserve a piece, which reaches the owner with the room', async () => {
    await main.getByRole('button', { name: `Ask to reserve ${carp.name}` }).click();
    const request = guest.page.getByRole('dialog', { name: `Ask to reserve ${carp.name}` });
    guest.expectsFailure('/api/private/reserve', 400);
    await request.getByRole('button', { name: 'Send request' }).click();
    await expect(request.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name');
    await expect(request.getByLabel('Name')).toBeFocused();
    await expectNoViolations(guest.page);
    await request.getByLabel('Name').fill('Helen Morcombe');
    await request.getByLabel('Email').fill('helen@client.example');
    await request.getByRole('button', { name: 'Send request' }).click();
    await expect(main.getByRole('status')).toContainText('The gallery writes to helen@client.example.');
    await expect(main.getByRole('button', { name: `Ask again ${carp.name}` })).toBeFocused();
    await expectNoViolations(guest.page);
    const asked = (await adminApi.enquiries()).filter(({ pieces }) => pieces.some(({ id }) => id === carp.id));
    expect(asked).toMatchObject([{ name: 'Helen Morcombe', message: expect.stringContaining("'For the stair'") }]);
  });

  await test.step('the owner offers the piece from the enquiry', async () => {
    await owner.opensPanel('/admin/enquiries');
    await owner.main
      .getByRole('listitem', { name: `Reserve: ${carp.name}` })
      .getByRole('button', { name: 'Make an Offer' })
      .click();
    const offer = owner.dialog('Offer to a client');
    await expect(offer.getByLabel(`Own price of ${carp.name}`)).toBeVisible();
    await expect(offer.getByLabel('Client’s name')).toHaveValue('Helen Morcombe');
    await expect(offer.getByLabel('Client’s email')).toHaveValue('helen@client.example');
    await expectNoViolations(owner.page);
    await offer.getByRole('button', { name: 'Make the link' }).click();
    await owner.dialog('The link is ready').getByRole('link', { name: 'All offers and rooms' }).click();
    await expect(owner.main.getByRole('row', { name: /Helen Morcombe/ }).first()).toContainText(carp.name);
    await guest.reloads();
    await guest.seesHeading('For the stair');
    await expect(main.getByRole('button', { name: `Ask to reserve ${carp.name}` })).toBeHidden();
  });

  await owner.page.reload();
  await owner.visitor.hasPage();
  await expect(row).toContainText('2 times in all');
  await row.getByRole('button', { name: 'Close' }).click();
  await owner.question('Close this room?').getByRole('button', { name: 'Close for good' }).click();
  await expect(row).toContainText('Closed');
  await guest.reloads();
  await expect(main).toContainText(/This link ended on/);
  await expect(main).not.toContainText(moon.name);
});
