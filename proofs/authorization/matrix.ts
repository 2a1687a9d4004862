import { isDeepStrictEqual } from 'node:util';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isRole } from '#contract/roles.ts';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import {
  accessByPath,
  type Call,
  calls,
  confirmedByPath,
  describeCall,
  isAllowed,
  type Sender,
  senders,
  targetOf,
} from './calls.ts';
import type { AuthorizationFixture, Sent } from './fixture.ts';

/** Calls every endpoint as every sender, with own, foreign and absent ids. Allowed calls come last, because they change tables. */
export async function tryMatrix(fixture: AuthorizationFixture): Promise<void> {
  for (const [name, row] of Object.entries<Endpoint>(api))
    if (row.access !== accessByPath(row)) fixture.violations.push(`${name} is for ${row.access}: ${row.path}`);
  for (const [name, row] of Object.entries<Endpoint>(api))
    if ((row.confirmed === true) !== confirmedByPath(row))
      fixture.violations.push(`${name} ${row.confirmed ? 'needs' : 'does not need'} a recent password: ${row.path}`);
  await fixture.withoutChange('A refused call of the matrix', async () => {
    for (const sender of senders)
      for (const call of calls) if (!isAllowed(call, sender)) await tryRefused(fixture, call, sender);
    for (const call of calls)
      if (call.access === 'customer' && call.owners.includes('foreign')) await tryForeign(fixture, call);
  });
  for (const sender of senders)
    for (const call of calls)
      if (isAllowed(call, sender) && !sessionEnders.includes(call.name)) await tryAllowed(fixture, call, sender);
}

const sessionEnders = ['signOut', 'endOtherSessions', 'deleteOwnAccount'];

/** The answer must be 401 without a live session and 403 without the role or a recent password, whatever the id and the body. */
async function tryRefused(fixture: AuthorizationFixture, call: Call, sender: Sender): Promise<void> {
  const [status, message] = refusalOf(call, sender);
  const answers: (ApiAnswer | null)[] = [];
  for (const owner of call.owners)
    for (const body of call.takesBody
      ? [undefined, {}, { isAdmin: true, role: 'owner', status: 'paid' }]
      : [undefined]) {
      const sent: Sent = { method: call.method, target: targetOf(fixture, call, owner), sender, body };
      const answer = await fixture.send(sent);
      answers.push(answer);
      if (answer?.status !== status || answer.body.message !== message)
        fixture.violations.push(
          `${answer?.status} ${answer?.body.message} instead of ${status}: ${describeCall(sent)}`,
        );
      if (!isSameAnswer(answer, answers[0]))
        fixture.violations.push(`Tells whether an id exists: ${describeCall(sent)}`);
    }
}

function refusalOf({ access }: Call, sender: Sender): [status: number, message: string] {
  if (sender === 'unconfirmed') return [403, 'Please confirm with your password that it is you.'];
  if (isRole(access) && (sender === 'customer' || sender === 'demoted'))
    return [403, 'Access denied. Admin privileges required.'];
  if (sender === 'viewer' || sender === 'staff')
    return [403, 'Your role does not allow this. Please ask an owner of the shop.'];
  return [401, 'Please sign in to continue.'];
}

/** A foreign id must be answered like an absent one. */
async function tryForeign(fixture: AuthorizationFixture, call: Call): Promise<void> {
  const pieces = [fixture.own.listings];
  const bodies =
    call.name === 'requestReturn'
      ? [{ listingIds: pieces, reason: 'Too dark' }]
      : [{ items: pieces.map((listingId) => ({ listingId })) }, { items: [] }];
  for (const sender of ['customer', 'demoted'] as const)
    for (const body of call.takesBody ? bodies : [undefined]) {
      const sent: Sent = { method: call.method, target: targetOf(fixture, call, 'foreign'), sender, body };
      const foreign = await fixture.send(sent);
      const absent = await fixture.send({ ...sent, target: targetOf(fixture, call, 'absent') });
      if (foreign?.status !== 404)
        fixture.violations.push(`${foreign?.status} for somebody else's id: ${describeCall(sent)}`);
      if (!isSameAnswer(foreign, absent))
        fixture.violations.push(`Answers to a foreign and an absent id differ: ${describeCall(sent)}`);
    }
}

/** The call must pass the access check. It may be refused for other reasons, such as its body. */
async function tryAllowed(fixture: AuthorizationFixture, call: Call, sender: Sender): Promise<void> {
  const owner = call.access === 'customer' && call.owners.includes('own') ? 'own' : 'absent';
  const sent: Sent = { method: call.method, target: targetOf(fixture, call, owner), sender };
  const answer = await fixture.send(sent);
  if (!answer) return;
  const { status, raw } = answer;
  // A wrong current password is refused with 403, too, but with another message.
  const isRefused =
    (status === 401 || status === 403) &&
    /sign in to continue|Admin privileges|role does not allow|"code":"confirm"/.test(raw.toString());
  const isMissing = sender === 'customer' && owner === 'own' && status === 404;
  if (isRefused || isMissing || status >= 500)
    fixture.violations.push(`${status} to a sender who is allowed: ${describeCall(sent)}`);
}

/** Whether two answers are the same byte for byte, except for the date and the id of the request. */
function isSameAnswer(left: ApiAnswer | null | undefined, right: ApiAnswer | null | undefined): boolean {
  const comparable = (answer: ApiAnswer | null | undefined) => {
    const body = answer?.raw.toString('latin1').replace(/"requestId":"[^"]*"/, '');
    return { status: answer?.status, headers: { ...answer?.headers, date: '' }, body };
  };
  return isDeepStrictEqual(comparable(left), comparable(right));
}
