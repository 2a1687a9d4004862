import type { Account, SessionRecord } from './account.ts';
import { intentOf } from './account.ts';
import { agreeToPayTo, askForAuthentication, authorise, decline, settlePayTo } from './intents.ts';

/** The answer to a visitor of the hosted page: a page, or the address of another one. */
export type PageAnswer = { html: string; status: number } | { location: string };

/** The page where a buyer pays. `choice`: the pressed button, or null when the page is opened. */
export function answerPage(account: Account, sessionId: string, choice: string | null): PageAnswer {
  const record = account.sessions.get(sessionId);
  if (!record) return page('Nothing to pay here', '<p>The page of this payment does not exist.</p>', 404);
  const { session } = record;
  if (session.status === 'expired')
    return page('This page has expired', `<p>Nothing has been paid.</p>${linkBack(record)}`);
  if (session.status === 'complete') return { location: successUrl(record) };
  const here = `/c/pay/${sessionId}`;
  if (choice === 'authenticate') askForAuthentication(account, sessionId);
  else if (choice === 'decline') decline(account, sessionId, 'generic_decline');
  else if (choice === 'funds') decline(account, sessionId, 'insufficient_funds');
  else if (choice === 'fail') decline(account, sessionId, 'authentication_failed');
  else if (choice === 'pay' || choice === 'complete') authorise(account, sessionId);
  else if (choice === 'payto' || choice === 'payto-fails') {
    agreeToPayTo(account, sessionId);
    settlePayTo(account, sessionId, choice === 'payto' ? 'succeeds' : 'fails');
  }
  if (session.status !== 'open') return { location: successUrl(record) };
  if (choice !== null) return { location: here };
  return openPage(account, record, here);
}

function openPage(account: Account, record: SessionRecord, here: string): PageAnswer {
  const { session, lines } = record;
  const intent = typeof session.payment_intent === 'string' ? intentOf(account, session.payment_intent) : null;
  if (intent?.status === 'requires_action')
    return page(
      '3-D Secure',
      `<p>Your bank asks: is this you?</p>${form(here, { complete: 'Complete', fail: 'Fail' })}`,
    );
  const currency = session.currency ?? '';
  const rows = lines.map(
    (line) => `<li>${escaped(line.description ?? '')}: ${money(line.amount_total, currency)}</li>`,
  );
  const error = intent?.last_payment_error?.message;
  const buttons = {
    ...(session.payment_method_types.includes('card') && {
      pay: 'Pay',
      decline: 'Decline',
      funds: 'Not enough money',
      authenticate: 'Pay with authentication',
    }),
    ...(session.payment_method_types.includes('payto') && { payto: 'Pay by PayTo', 'payto-fails': 'PayTo fails' }),
  };
  return page(
    `Pay ${money(session.amount_total ?? 0, currency)}`,
    `<p>This page stands for Stripe's. No money moves.</p><ul>${rows.join('')}</ul>
    ${error ? `<p role="alert">${escaped(error)}</p>` : ''}${form(here, buttons)}${linkBack(record)}`,
  );
}

const successUrl = ({ session }: SessionRecord) =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const linkBack = ({ session }: SessionRecord) =>
  session.cancel_url ? `<p><a href="${escaped(session.cancel_url)}">Back to the shop</a></p>` : '';

function form(action: string, buttons: Record<string, string>): string {
  const all = Object.entries(buttons).map(([name, text]) => `<button name="choice" value="${name}">${text}</button>`);
  return `<form method="post" action="${action}">${all.join(' ')}</form>`;
}

function page(title: string, content: string, status = 200): PageAnswer {
  const style =
    'body{font:18px/1.6 sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1rem}';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,">`;
  const html = `<!doctype html><html lang="en"><head>${head}<style>${style}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
  return { html, status };
}

/** Formats an amount. `amount`: in the currency's smallest unit. */
function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
