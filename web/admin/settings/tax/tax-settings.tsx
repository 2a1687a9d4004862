import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatAbn } from '#contract/abn.ts';
import { limits } from '#contract/limits.ts';
import type { TaxSettings as Settings } from '#contract/tax.ts';
import { call } from '../../../api.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { redirectIfDenied, requireAdmin } from '../../admin-access.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import { useSectionForm } from '../use-section-form.ts';
import type { Route } from './+types/tax-settings.ts';
import { RegistrationChoice } from './registration-choice.tsx';
import { ReportsPanel } from './reports-panel.tsx';

export async function clientLoader() {
  await requireAdmin('owner');
  return redirectIfDenied(await call('getTaxSettings'));
}

/** The settings for tax: registration for GST, ABN, words on invoices, and reports (docs/behaviour/tax.md). */
export default function TaxSettings({ loaderData: answer }: Route.ComponentProps) {
  return (
    <div className="stack">
      {answer.success ? <TaxForm saved={answer.settings} /> : <ListFailure message={answer.message} />}
      <ReportsPanel />
    </div>
  );
}

const fieldTitles: Readonly<Record<keyof Settings, string>> = {
  registered: t`GST`,
  abn: t`ABN`,
  words: t`Words on the invoice`,
};
const fields = ['registered', 'abn', 'words'] as const;

function TaxForm({ saved }: { saved: Settings }) {
  const { draft, changed, disputed, isBusy, failure, form, change, discard, takeTheirs } = useSectionForm({
    saved: { ...saved, abn: formatAbn(saved.abn) },
    fields,
    save: (body) => call('updateTaxSettings', { body }),
  });
  const refused = failure?.fields?.registered;
  return (
    <form className="stack" {...form}>
      <section className="panel">
        <header>
          <h2>{t`GST`}</h2>
        </header>
        <div className="settings-text">
          <RegistrationChoice isRegistered={draft.registered} onChange={(registered) => change({ registered })} />
          {refused && <FailureNote>{refused}</FailureNote>}
          <div className="pair w-full">
            <TextField
              label={t`ABN`}
              name="abn"
              inputMode="numeric"
              autoComplete="off"
              small
              value={draft.abn}
              error={failure?.fields?.abn}
              hint={t`Eleven digits, like 51 824 753 556.`}
              onChange={(event) => change({ abn: event.target.value })}
            />
          </div>
          <p className="muted">
            <Trans>
              Tax belongs to the piece: say in its form under Products whether it is consigned. A consigned piece of an
              owner who is not registered carries no GST.
            </Trans>
          </p>
        </div>
      </section>
      <section className="panel">
        <header>
          <h2>{t`Words on the invoice`}</h2>
        </header>
        <div className="settings-text">
          <TextArea
            label={t`Below the lines`}
            name="words"
            rows={4}
            maxLength={limits.invoiceWords}
            value={draft.words}
            error={failure?.fields?.words}
            hint={t`For example your terms of returns. Invoices that were issued before keep their words.`}
            onChange={(event) => change({ words: event.target.value })}
          />
        </div>
      </section>
      {disputed.length > 0 && <SavedMeanwhile news={titlesOf(disputed)} onTake={takeTheirs} />}
      <SaveBar changed={titlesOf(changed)} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}

const titlesOf = (names: readonly (keyof Settings)[]) => names.map((name) => fieldTitles[name]);
