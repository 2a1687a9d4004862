import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { WebhookChanges, WebhookRequest, Webhooks } from './fake-stripe.ts';

export interface WebhookSender extends Webhooks {
  /** Takes a new event and sends it, or holds it in the mode `held`. */
  take(event: Stripe.Event): void;
  /** Whether the shop has answered the event with 200. */
  isDelivered(event: Stripe.Event): boolean;
}

/** `clock`: epoch milliseconds, for the time in the signatures. */
export function createWebhooks(events: Stripe.Event[], secret: string, clock: () => number): WebhookSender {
  const delivered = new Set<string>();
  const sending = new Set<Promise<unknown>>();
  let held: Stripe.Event[] = [];

  const sendOnce = async (event: Stripe.Event, changes: WebhookChanges): Promise<number> => {
    const body = JSON.stringify(changed(event, changes));
    const signature = sign(body, changes.signedWith ?? secret, changes.signedAt ?? clock());
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    const status = await deliver(webhooks.to, { body, headers });
    if (status === 200) delivered.add(event.id);
    return status;
  };
  const sendCopies = async (event: Stripe.Event, changes: WebhookChanges): Promise<number[]> => {
    // The request or click that caused the event is answered first.
    await setImmediate();
    const copies = Array.from({ length: webhooks.copies }, () => sendOnce(event, { ...webhooks.changes, ...changes }));
    return Promise.all(copies);
  };
  const webhooks: WebhookSender = {
    to: null,
    mode: 'on',
    copies: 1,
    changes: {},
    events,
    isDelivered: (event) => delivered.has(event.id),
    take(event) {
      if (webhooks.mode === 'held') held.push(event);
      if (webhooks.mode === 'on') void webhooks.send(event);
    },
    async send(event, changes = {}) {
      const sent = sendCopies(event, changes);
      sending.add(sent);
      return sent.finally(() => sending.delete(sent));
    },
    async release(order = 'in order') {
      const released = order === 'reversed' ? held.toReversed() : held;
      held = [];
      for (const event of released) await webhooks.send(event);
    },
    async retry() {
      for (const event of events) if (!delivered.has(event.id)) await webhooks.send(event);
    },
    async settled() {
      while (sending.size > 0) await Promise.allSettled(sending);
    },
  };
  return webhooks;
}

/** Returns the status of the answer, or 0 if there is none. */
async function deliver(to: Webhooks['to'], request: WebhookRequest): Promise<number> {
  if (to === null) return 0;
  try {
    if (typeof to === 'function') return await to(request);
    const { status, body } = await fetch(to, { method: 'POST', ...request });
    await body?.cancel();
    return status;
  } catch {
    return 0;
  }
}

/** The value of the header `stripe-signature`. `at`: epoch milliseconds. */
export function sign(body: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

function changed(event: Stripe.Event, changes: WebhookChanges): unknown {
  const { livemode = event.livemode, type = event.type, metadata } = changes;
  const object = metadata ? { ...event.data.object, metadata } : event.data.object;
  return { ...event, livemode, type, data: { ...event.data, object } };
}
