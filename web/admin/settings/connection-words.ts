import type { Connection, ConnectionCheck } from '#contract/reconciliation.ts';

/** What is wrong with the connection, one sentence each; empty if nothing is. */
export function problemsOf(check: ConnectionCheck): string[] {
  if (check.key === 'unreachable') return ['Stripe cannot be reached right now. Please try again in a moment.'];
  if (check.key === 'refused') return ['Stripe does not know the secret key. Set it anew where the shop runs.'];
  return [
    ...check.missingPermissions.map((name) => `The key may not read ${name}. Give it that permission at Stripe.`),
    ...endpointProblems(check),
  ];
}

function endpointProblems({ webhook, webhookUrl, apiVersion, expectedVersion, missingEvents }: ConnectionCheck) {
  if (webhook === 'unreadable') return [];
  if (webhook === 'missing') return [`Stripe has no webhook endpoint with the address ${webhookUrl}.`];
  const problems: string[] = [];
  if (webhook === 'disabled') problems.push('The webhook endpoint is disabled at Stripe.');
  if (apiVersion !== expectedVersion)
    problems.push(
      `The webhook endpoint has ${apiVersion === null ? 'no API version of its own' : `the API version ${apiVersion}`}. The shop needs ${expectedVersion}: make a new endpoint.`,
    );
  if (missingEvents.length > 0) problems.push(`The webhook endpoint does not send ${missingEvents.join(', ')}.`);
  return problems;
}

/** What the check found to be right. */
export function goodNews({ webhook }: ConnectionCheck): string {
  return webhook === 'unreadable'
    ? 'Stripe accepts the key. It may not read webhook endpoints, so the endpoint was not checked: a test purchase shows whether it works.'
    : 'Stripe accepts the key, and the webhook endpoint is as the shop needs it.';
}

export function tasksInWords({ waitingTasks, failedTasks }: Connection): string {
  if (waitingTasks + failedTasks === 0) return 'None';
  const parts = [waitingTasks > 0 && `${waitingTasks} waiting`, failedTasks > 0 && `${failedTasks} refused by Stripe`];
  return parts.filter(Boolean).join(', ');
}

export function undeliveredInWords({ undeliveredEvents, waitingEvents }: Connection): string {
  const waiting = waitingEvents > 0 ? ` ${waitingEvents} are not worked off yet.` : '';
  if (undeliveredEvents === 0) return `None in the last 24 hours.${waiting}`;
  return `${undeliveredEvents} in the last 24 hours: the shop fetched them itself. Check the webhook endpoint.${waiting}`;
}
