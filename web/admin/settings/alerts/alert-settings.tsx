import type { AlertSettings as Settings } from '#contract/alerts.ts';
import { call } from '../../../api.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
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
  const { settings, open } = answer;
  return isOwner ? <AlertForm saved={settings} open={open} /> : <AlertValues settings={settings} open={open} />;
}

const fieldTitles: Readonly<Record<keyof Settings, string>> = { alerts: 'Alerts' };
const fields = ['alerts'] as const;

const alertWords = (open: number) =>
  `Visitors ask for one email when a sold or reserved piece is free again, or follow an artist. ${open === 1 ? '1 alert is' : `${open} alerts are`} open.`;

function AlertForm({ saved, open }: { saved: Settings; open: number }) {
  const { draft, changed, disputed, isBusy, failure, form, change, discard, takeTheirs } = useSectionForm({
    saved,
    fields,
    save: (body) => call('updateAlertSettings', { body }),
  });
  return (
    <form className="stack" {...form}>
      <section className="panel">
        <header>
          <h2>Emails that visitors ask for</h2>
        </header>
        <SettingsGroup title="Alerts" words={alertWords(open)}>
          <Checkbox
            label="Offer alerts"
            checked={draft.alerts}
            onChange={({ target }) => change({ alerts: target.checked })}
          />
        </SettingsGroup>
      </section>
      {disputed.length > 0 && <SavedMeanwhile news={titlesOf(disputed)} onTake={takeTheirs} />}
      <SaveBar changed={titlesOf(changed)} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}

/** The settings without fields, for staff and viewers. */
function AlertValues({ settings, open }: { settings: Settings; open: number }) {
  return (
    <section className="panel">
      <header>
        <h2>Emails that visitors ask for</h2>
      </header>
      <div className="panel-words">
        <dl className="kv kv-wide">
          <dt>Alerts</dt>
          <dd>
            {settings.alerts ? 'Offered' : 'Not offered'}. {alertWords(open)}
          </dd>
        </dl>
      </div>
    </section>
  );
}

const titlesOf = (names: readonly (keyof Settings)[]) => names.map((name) => fieldTitles[name]);
