import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type PolicyName,
  policyNames,
  policyTitles,
  type PolicySettings as Settings,
  type PolicyTexts as Texts,
} from '#contract/policies.ts';
import { call } from '../../../api.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import { useSectionForm } from '../use-section-form.ts';
import type { Route } from './+types/policy-settings.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { PolicyTexts } from './policy-texts.tsx';
import { ReturnDays } from './return-days.tsx';

export async function clientLoader() {
  await requireAdmin();
  return redirectIfDenied(await call('getPolicySettings'));
}

/** The settings for the texts that the footer links to (docs/behaviour/settings.md, 4). Owners write them; others read them. */
export default function PolicySettings({ loaderData: answer }: Route.ComponentProps) {
  const isOwner = useHasRole('owner');
  return (
    <div className="stack">
      <p className="muted max-w-[60ch]">
        <Trans>
          Each text has a page of its own, with a link at the foot of every page. An empty text has neither. Please have
          them read by somebody who knows the law. The texts are Markdown: ## before a heading, - before an item of a
          list, **bold**, [words](https://address).
        </Trans>
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

function PolicyForm({ saved, firstTexts }: { saved: Settings; firstTexts: Texts }) {
  const { draft, changed, disputed, isBusy, failure, form, change, discard, takeTheirs } = useSectionForm({
    saved,
    fields: [...policyNames, 'returnDays'],
    save: (body) => call('updatePolicySettings', { body }),
  });
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
          onChange={(text) => change({ [name]: text })}
        />
      ))}
      <ReturnDays
        saved={saved.returnDays}
        isChanged={changed.includes('returnDays')}
        error={failure?.fields?.returnDays}
        onChange={(returnDays) => change({ returnDays })}
      />
      {disputed.length > 0 && <SavedMeanwhile news={titlesOf(disputed)} onTake={takeTheirs} />}
      <SaveBar changed={titlesOf(changed)} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}

const titlesOf = (names: readonly (PolicyName | 'returnDays')[]) =>
  names.map((name) => (name === 'returnDays' ? t`Returns in the account` : policyTitles[name]));
