import { plural, t } from '@lingui/core/macro';
import type { AlertSettings as Settings } from '#contract/alerts.ts';
import { saveFile } from '../../../account/save-file.ts';
import { call, callForFile } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { adminFailure } from '../../admin-failure.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import { SettingsGroup } from '../settings-group.tsx';
import { useSectionForm } from '../use-section-form.ts';
import type { Route } from './+types/alert-settings.ts';

export async function clientLoader() {
  await requireAdmin();
  return redirectIfDenied(await call('getAlertSettings'));
}

/** Which emails visitors may ask for (docs/behaviour/alerts.md). */
export default function AlertSettings({ loaderData: answer }: Route.ComponentProps) {
  const isOwner = useHasRole('owner');
  if (!answer.success) return <ListFailure message={answer.message} />;
  const { settings, ...counts } = answer;
  return isOwner ? <AlertForm saved={settings} {...counts} /> : <AlertValues settings={settings} {...counts} />;
}

const fieldTitles: Readonly<Record<keyof Settings, string>> = {
  alerts: t`Alerts`,
  newsletter: t`Newsletter`,
};
const fields = ['alerts', 'newsletter'] as const;

interface Counts {
  /** How many alerts are open. */
  open: number;
  /** How many people receive the newsletter. */
  readers: number;
}

const alertWords = (open: number) =>
  plural(open, {
    one: 'Visitors ask for one email when a sold or reserved piece is free again, or follow an artist. # alert is open.',
    other:
      'Visitors ask for one email when a sold or reserved piece is free again, or follow an artist. # alerts are open.',
  });

const readerWords = (readers: number) =>
  plural(readers, {
    one: 'Visitors sign up below every page and confirm their address. # person has. The shop sends no newsletter: take the list to the program that does.',
    other:
      'Visitors sign up below every page and confirm their address. # people have. The shop sends no newsletter: take the list to the program that does.',
  });

function AlertForm({ saved, open, readers }: { saved: Settings } & Counts) {
  const { draft, changed, disputed, isBusy, failure, form, change, discard, takeTheirs } = useSectionForm({
    saved,
    fields,
    save: (body) => call('updateAlertSettings', { body }),
  });
  return (
    <form className="stack" {...form}>
      <section className="panel">
        <header>
          <h2>{t`Emails that visitors ask for`}</h2>
        </header>
        <SettingsGroup title={t`Alerts`} words={alertWords(open)}>
          <Checkbox
            label={t`Offer alerts`}
            checked={draft.alerts}
            onChange={({ target }) => change({ alerts: target.checked })}
          />
        </SettingsGroup>
        <SettingsGroup title={t`Newsletter`} words={readerWords(readers)}>
          <Checkbox
            label={t`Offer the newsletter`}
            checked={draft.newsletter}
            onChange={({ target }) => change({ newsletter: target.checked })}
          />
          {readers > 0 && <Download />}
        </SettingsGroup>
      </section>
      {disputed.length > 0 && <SavedMeanwhile news={titlesOf(disputed)} onTake={takeTheirs} />}
      <SaveBar changed={titlesOf(changed)} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}

/** The button that downloads the addresses for the newsletter as a CSV file. */
function Download() {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadNewsletter');
    if (!answer.success) return adminFailure(t`Failed to download the list`, answer);
    saveFile(answer.file, 'newsletter.csv');
    return undefined;
  });
  return (
    <div className="grid justify-items-start gap-3">
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <Button variant="line" small busy={isBusy} onClick={submit}>
        {t`Download the list`}
      </Button>
    </div>
  );
}

/** Shows the settings to staff and viewers, who cannot change them. */
function AlertValues({ settings, open, readers }: { settings: Settings } & Counts) {
  return (
    <section className="panel">
      <header>
        <h2>{t`Emails that visitors ask for`}</h2>
      </header>
      <div className="panel-words">
        <dl className="key-values key-values-wide">
          <dt>{t`Alerts`}</dt>
          <dd>
            {settings.alerts ? t`Offered.` : t`Not offered.`} {alertWords(open)}
          </dd>
          <dt>{t`Newsletter`}</dt>
          <dd>
            {settings.newsletter ? t`Offered.` : t`Not offered.`} {readerWords(readers)}
          </dd>
        </dl>
      </div>
    </section>
  );
}

const titlesOf = (names: readonly (keyof Settings)[]) => names.map((name) => fieldTitles[name]);
