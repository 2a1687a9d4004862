import { createHmac } from 'node:crypto';
import { expectEqual } from './findings.ts';
import type { Scenario } from './scenarios.ts';

/** 15: signatures that are old, from the future, wrong, or of the next secret. */
export const signatures: Scenario = async (shop, found) => {
  const event = shop.stripe.webhooks.events.at(-1);
  if (!event) return;
  const now = shop.shop.clock();
  const minutes = 60_000;
  const cases = [
    ['right', {}, 200],
    ['old', { signedAt: now - 6 * minutes }, 400],
    ['of the future', { signedAt: now + 6 * minutes }, 400],
    ['of another secret', { signedWith: 'whsec_other' }, 400],
    ['of live mode', { livemode: true }, 200],
    ['of an unknown type', { type: 'customer.created' }, 200],
    ['of another shop', { metadata: { order: 'foreign', attempt: 'foreign' } }, 200],
  ] as const;
  for (const [name, changes, wanted] of cases) {
    const [status] = await shop.stripe.webhooks.send(event, changes);
    expectEqual(found, `a webhook ${name}`, status, wanted);
  }
  const body = JSON.stringify(event);
  const t = Math.floor(now / 1_000);
  const v1 = createHmac('sha256', shop.stripe.webhookSecret).update(`${t}.${body}`).digest('hex');
  const send = (signature: string, payload = body) =>
    shop.postEvent({ body: payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } });
  expectEqual(
    found,
    'two signatures while the secret changes',
    await send(`t=${t},v1=${'0'.repeat(64)},v1=${v1}`),
    200,
  );
  expectEqual(found, 'a changed body', await send(`t=${t},v1=${v1}`, body.replace('"id"', '"Id"')), 400);
  expectEqual(found, 'no signature', await send(''), 400);
  await shop.quiet();
};
