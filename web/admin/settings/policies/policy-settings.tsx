import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type PolicyName, policyNames, policyTitles, type PolicySettings as Settings } from '#contract/policies.ts';
import { call } from '../../../api.ts';
import { showToast } from '../../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../../ui/use-submission.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { adminFailure } from '../../admin-failure.ts';
import { focusMain } from '../../focus-main.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import type { Route } from './+types/policy-settings.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { PolicyTexts } from './policy-texts.tsx';

export async function clientLoader() {
  await requireAdmin();
  return redirectIfDenied(await call('getPolicySettings'));
}

/** The texts behind the links of the footer (docs/behaviour/settings.md, 4). Owners write them; others read them. */
export default function PolicySettings({ loaderData: answer }: Route.ComponentProps) {
  const isOwner = useHasRole('owner');
  return (
    <div className="stack">
      <p className="muted max-w-[60ch]">
        Each text has a page of its own, with a link at the foot of every page. An empty text has neither. Please have
        them read by somebody who knows the law. The texts are Markdown: ## before a heading, - before an item of a
        list, **bold**, [words](https://address).
      </p>
      {!answer.success && <ListFailure message={answer.message} />}
      {answer.success &&
        (isOwner ? (
          <PolicyForm saved={answer.settings} firstTexts={answer.firstTexts} />
        ) : (
          <PolicyTexts {...answer.settings} />
        ))}
    </div>
  );
}

/** Only changed texts are sent, with the ones that were read: two owners do not overwrite each other. */
function PolicyForm({ saved, firstTexts }: { saved: Settings; firstTexts: Settings }) {
  const [changes, setChanges] = useState<Partial<Settings>>({});
  /** What was saved before somebody else changed one of the same texts. */
  const [replaced, setReplaced] = useState<Settings | null>(null);
  const { revalidate } = useRevalidator();
  const draft: Settings = { ...saved, ...changes };
  const changed = policyNames.filter((name) => draft[name] !== saved[name]);
  const { isBusy, failure, setFailure, form } = useSubmission(async (): Promise<FormFailure | undefined> => {
    const body = { ...only(draft, changed), expected: only(saved, changed) };
    const answer = await call('updatePolicySettings', { body });
    if (answer.success) {
      await revalidate();
      reset();
      showToast({ tone: 'done', text: 'Settings saved' });
      return undefined;
    }
    if (answer.status !== 409) return adminFailure('Failed to save the settings', answer);
    setReplaced(saved);
    await revalidate();
    return undefined;
  });
  function reset(kept: Partial<Settings> = {}) {
    setChanges(kept);
    setReplaced(null);
    setFailure(null);
    // The bar with the focused button is removed.
    focusMain();
  }
  const disputed = replaced ? changed.filter((name) => saved[name] !== replaced[name]) : [];
  const undisputed = changed.filter((name) => !disputed.includes(name));
  return (
    <form className="stack" {...form}>
      {policyNames.map((name) => (
        <PolicyEditor
          key={name}
          name={name}
          text={draft[name]}
          firstText={firstTexts[name]}
          isPublic={saved[name] !== ''}
          error={failure?.fields?.[name]}
          onChange={(text) => setChanges((earlier) => ({ ...earlier, [name]: text }))}
        />
      ))}
      {disputed.length > 0 && (
        <SavedMeanwhile news={titlesOf(disputed)} onTake={() => reset(only(draft, undisputed))} />
      )}
      <SaveBar changed={titlesOf(changed)} failure={failure} busy={isBusy} onDiscard={() => reset()} />
    </form>
  );
}

const titlesOf = (names: readonly PolicyName[]) => names.map((name) => policyTitles[name]);

function only(texts: Settings, names: readonly PolicyName[]): Partial<Settings> {
  return Object.fromEntries(names.map((name) => [name, texts[name]]));
}
