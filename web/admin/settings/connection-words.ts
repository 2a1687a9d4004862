import { t } from '@lingui/core/macro';
import type { Connection, ConnectionCheck } from '#contract/reconciliation.ts';

/** What is wrong with the connection, one sentence for each problem; empty if there is none. */
export function problemsOf(check: ConnectionCheck): string[] {
  if (check.key === 'unreachable') return [t`Stripe cannot be reached right now. Please try again in a moment.`];
  if (check.key === 'refused') return [t`Stripe does not know the secret key. Set it anew where the shop runs.`];
  return [
    ...check.missingPermissions.map((name) => t`The key may not read ${name}. Give it that permission at Stripe.`),
    ...endpointProblems(check),
  ];
}

function endpointProblems({ webhook, webhookUrl, apiVersion, expectedVersion, missingEvents }: ConnectionCheck) {
  if (webhook === 'unreadable') return [];
  if (webhook === 'missing') return [t`Stripe has no webhook endpoint with the address ${webhookUrl}.`];
  const problems: string[] = [];
  if (webhook === 'disabled') problems.push(t`The webhook endpoint is disabled at Stripe.`);
  if (apiVersion !== expectedVersion)
    problems.push(
      apiVersion === null
        ? t`The webhook endpoint has no API version of its own. The shop needs ${expectedVersion}: make a new endpoint.`
        : t`The webhook endpoint has the API version ${apiVersion}. The shop needs ${expectedVersion}: make a new endpoint.`,
    );
  const events = missingEvents.join(', ');
  if (events !== '') problems.push(t`The webhook endpoint does not send ${events}.`);
  return problems;
}

/** What to tell the owner after a check that found no problem. */
export function goodNews({ webhook }: ConnectionCheck): string {
  return webhook === 'unreadable'
    ? t`Stripe accepts the key. It may not read webhook endpoints, so the endpoint was not checked: a test purchase shows whether it works.`
    : t`Stripe accepts the key, and the webhook endpoint is as the shop needs it.`;
}

export function tasksInWords({ waitingTasks, failedTasks }: Connection): string {
  if (waitingTasks > 0 && failedTasks > 0) return t`${waitingTasks} waiting, ${failedTasks} refused by Stripe`;
  if (waitingTasks > 0) return t`${waitingTasks} waiting`;
  return failedTasks > 0 ? t`${failedTasks} refused by Stripe` : t`None`;
}

export function undeliveredInWords({ undeliveredEvents, waitingEvents }: Connection): string {
  const undelivered =
    undeliveredEvents === 0
      ? t`None in the last 24 hours.`
      : t`${undeliveredEvents} in the last 24 hours: the shop fetched them itself. Check the webhook endpoint.`;
  return waitingEvents > 0 ? `${undelivered} ${t`${waitingEvents} are not worked off yet.`}` : undelivered;
}
