import { type Answer, copyOf, no, type Rule, type State } from './model.ts';
import type { Does, Operation } from './operations.ts';
import { buyingRules } from './rules-of-buying.ts';
import { accountRules, keepingRules } from './rules-of-keeping.ts';

const rules = { ...accountRules, ...buyingRules, ...keepingRules };

/** What the model answers, and the shop after it: the same one when it refused. */
export function apply(state: State, operation: Operation): { answer: Answer; state: State } {
  const user = 'by' in operation && operation.by !== null ? state.sessions.get(operation.by) : undefined;
  const refused = refuseCaller(state, operation.does, user);
  if (refused) return { answer: refused, state };
  const next = copyOf(state);
  // The table's row is the rule of that very operation.
  const rule = rules[operation.does] as Rule<Does>;
  const answer = rule(next, operation, user ?? '');
  return { answer, state: answer.code === null ? next : state };
}

/** Session and role come first, before anything is looked at. */
function refuseCaller(state: State, does: Does, user: string | undefined): Answer | null {
  if (does === 'register' || does === 'signIn' || does === 'signOut') return null;
  if (user === undefined) return no('signInNeeded');
  return does in keepingRules && !state.users.get(user)?.isAdmin ? no('adminNeeded') : null;
}
