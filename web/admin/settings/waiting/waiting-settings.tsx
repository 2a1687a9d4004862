import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { WaitingSettings as Settings } from '#contract/waiting-list.ts';
import { call } from '../../../api.ts';
import { TextField } from '../../../ui/field.tsx';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import { useSectionForm } from '../use-section-form.ts';
import type { Route } from './+types/waiting-settings.ts';

export async function clientLoader() {
  await requireAdmin();
  return redirectIfDenied(await call('getWaitingSettings'));
}

/** The setting for how long a piece is kept for each person who waits; 0 for no waiting list (docs/behaviour/waiting-list.md). */
export default function WaitingSettings({ loaderData: answer }: Route.ComponentProps) {
  return (
    <div className="stack">
      {answer.success ? <WaitingForm saved={answer.settings} /> : <ListFailure message={answer.message} />}
    </div>
  );
}

const fields = ['hours'] as const;
const titles = [t`Hours for each person`];

function WaitingForm({ saved }: { saved: Settings }) {
  const mayChange = useHasRole('owner');
  const { draft, changed, disputed, isBusy, failure, form, change, discard, takeTheirs } = useSectionForm({
    saved,
    fields,
    save: (body) => call('updateWaitingSettings', { body }),
  });
  return (
    <form className="stack" {...form}>
      <section className="panel">
        <header>
          <h2>{t`Waiting list`}</h2>
        </header>
        <div className="settings-text">
          <p className="muted">
            <Trans>
              Collectors with an account can wait for a unique piece that somebody else has bought or is paying for.
              When it comes back (an order is cancelled or refunded, or you end a hold), it is kept for the first on the
              list, then for the next, and each gets an email. Nobody else can buy it meanwhile.
            </Trans>
          </p>
          <div className="pair w-full">
            <TextField
              label={t`Hours for each person`}
              name="hours"
              inputMode="numeric"
              autoComplete="off"
              small
              readOnly={!mayChange}
              value={Number.isNaN(draft.hours) ? '' : String(draft.hours)}
              error={failure?.fields?.hours}
              hint={t`0 for no waiting list, at most 336 (two weeks). Each next person has half the time, at least two hours; after ten turns everybody can buy the piece. A change applies to turns that begin after it.`}
              onChange={({ target }) => change({ hours: target.value === '' ? Number.NaN : Number(target.value) })}
            />
          </div>
        </div>
      </section>
      {disputed.length > 0 && <SavedMeanwhile news={titles} onTake={takeTheirs} />}
      <SaveBar changed={changed.length > 0 ? titles : []} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}
