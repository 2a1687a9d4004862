import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

const card = {
  cardNumber: '4242 4242 4242 4242',
  cardCvc: '123',
  cardExpiry: '12/28',
  bpayNumber: '23796',
  bpayRef: '1234 5678 90',
};

const currentPassword = 'secret1';

onEachEngine('The profile', (shop) => {
  const change = (token: string, body: object) => shop.call('updateProfile', { token, body });

  it('updates the given fields and keeps the others', async () => {
    const anna = await shop.customer('Anna');
    await change(anna.token, { phone: '0412 345 678', deliveryCity: 'Hobart', deliveryState: 'TAS' });
    const { body } = await change(anna.token, { name: 'Anna Nguyen', isAdmin: true, activityScore: 900 });
    expect(body.user).toMatchObject({
      name: 'Anna Nguyen',
      phone: '0412 345 678',
      deliveryCity: 'Hobart',
      deliveryState: 'TAS',
      isAdmin: false,
      activityScore: 0,
    });
    expect((await shop.call('getProfile', { token: anna.token })).body.user).toEqual(body.user);
  });

  it('removes invisible characters from names, except joiners between letters', async () => {
    const anna = await shop.customer('Anna');
    const { body } = await change(anna.token, { name: '\u202Ean\u200Bna \u200D\u2066' });
    expect(body.user.name).toBe('anna');
    const persian = '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645';
    expect((await change(anna.token, { name: persian })).body.user.name).toBe(persian);
  });

  it.each(['anna\u200B@example.com', '\u202Eanna@example.com', 'anna@exam\u2066ple.com'])(
    'accepts no email address with invisible characters, and neither does the registration',
    async (email) => {
      const anna = await shop.customer('Anna');
      expect((await change(anna.token, { email })).status).toBe(400);
      const body = { mode: 'register', name: 'Anna', email, password: 'six or more' };
      expect((await shop.call('authenticate', { body })).status).toBe(400);
    },
  );

  it('copies delivery to billing while sameAsDelivery is on', async () => {
    const anna = await shop.customer('Anna');
    const billing = async (body: object) => {
      const { user } = (await change(anna.token, body)).body;
      return [user.billingAddress, user.billingCity, user.billingState, user.billingPostcode];
    };
    const delivery = {
      deliveryAddress: '1 King St',
      deliveryCity: 'Perth',
      deliveryState: 'WA',
      deliveryPostcode: '6000',
    };
    expect(await billing({ ...delivery, billingCity: 'Elsewhere' })).toEqual(['1 King St', 'Perth', 'WA', '6000']);
    expect(await billing({ sameAsDelivery: false, billingCity: 'Cairns' })).toEqual([
      '1 King St',
      'Cairns',
      'WA',
      '6000',
    ]);
    expect(await billing({ deliveryCity: 'Broome' })).toEqual(['1 King St', 'Cairns', 'WA', '6000']);
    expect(await billing({ sameAsDelivery: true })).toEqual(['1 King St', 'Broome', 'WA', '6000']);
  });

  it('masks payment details unless its owner requests them', async () => {
    const anna = await shop.customer('Anna');
    const masked = {
      cardNumber: '•••• •••• •••• 4242',
      cardCvc: '•••',
      cardExpiry: '•••',
      bpayNumber: '•••',
      bpayRef: '•••• •••• •••• 7890',
    };
    expect((await change(anna.token, { ...card, cardName: 'A Nguyen' })).body.user).toMatchObject({
      ...masked,
      cardName: 'A Nguyen',
    });
    expect((await shop.call('getProfile', { token: anna.token })).body.user).toMatchObject(masked);
    const full = await shop.call('getProfile', { token: anna.token, query: { include: 'card' } });
    expect(full.body.user).toMatchObject(card);
    expect(full.headers['cache-control']).toBe('no-store');
    const credentials = { mode: 'signin', email: anna.email, password: 'secret1' };
    expect((await shop.call('authenticate', { body: credentials })).body.user).toMatchObject(masked);
  });

  it('keeps card fields that are missing or masked, and clears empty ones', async () => {
    const anna = await shop.customer('Anna');
    const shown = (await change(anna.token, card)).body.user;
    await change(anna.token, { cardNumber: shown.cardNumber, cardCvc: shown.cardCvc, cardExpiry: '', phone: '1' });
    const { body } = await shop.call('getProfile', { token: anna.token, query: { include: 'card' } });
    expect(body.user).toMatchObject({ ...card, cardExpiry: '' });
  });

  it('stores card data encrypted only, and shows none to admins', async () => {
    const anna = await shop.customer('Anna');
    const admin = await shop.admin();
    await change(anna.token, card);
    const stored = JSON.stringify(await shop.shop.database.read.selectFrom('users').selectAll().execute());
    for (const form of [
      card.cardNumber,
      '4242424242424242',
      Buffer.from(card.cardNumber).toString('base64'),
      Buffer.from(card.cardNumber).toString('hex'),
    ]) {
      expect(stored).not.toContain(form);
    }
    const { body } = await shop.call('listUsers', { token: admin.token });
    expect(JSON.stringify(body)).not.toMatch(/\b4242\b|42424242|card|bpay|paypal|sealed|password/i);
  });

  it('refuses an email that another account has, and accepts a new one', async () => {
    const anna = await shop.customer('Anna');
    const ben = await shop.customer('Ben');
    const taken = await change(anna.token, { email: ben.email.toUpperCase(), currentPassword });
    expect([taken.status, taken.body.message]).toEqual([
      409,
      'An account with this email already exists. Please sign in.',
    ]);
    expect((await change(anna.token, { email: 'ANNA@example.com', currentPassword })).body.user.email).toBe(
      'ANNA@example.com',
    );
    expect((await change(anna.token, { email: 'new@example.com', currentPassword })).status).toBe(200);
    const signIn = (email: string) =>
      shop.call('authenticate', { body: { mode: 'signin', email, password: 'secret1' } });
    expect((await signIn('new@example.com')).status).toBe(200);
    expect((await signIn(anna.email)).status).toBe(404);
  });

  it('gives an email to one of several concurrent callers', async () => {
    const people = await Promise.all(['Anna', 'Ben', 'Cam', 'Dee'].map((name) => shop.customer(name)));
    const answers = await Promise.all(
      people.map((person) => change(person.token, { email: 'wanted@example.com', currentPassword })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('refuses values of the wrong type', async () => {
    const anna = await shop.customer('Anna');
    for (const body of [
      { sameAsDelivery: 'yes' },
      { deliveryState: 'XX' },
      { phone: ['1'] },
      { name: ' ' },
      { email: 'no' },
      { cardNumber: 'x'.repeat(65) },
    ]) {
      expect((await change(anna.token, body)).status).toBe(400);
    }
  });
});
