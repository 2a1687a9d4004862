import { t } from '@lingui/core/macro';
import type { LetterSettings as Settings } from '#contract/letters.ts';
import { call } from '../../../api.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { rowsPerPage } from '../../table/load-table.ts';
import { readTableAddress } from '../../table/table-address.ts';
import { SaveBar } from '../save-bar.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import { useSectionForm } from '../use-section-form.ts';
import type { Route } from './+types/letter-settings.ts';
import { LetterKinds } from './letter-kinds.tsx';
import { type Sender, SenderFields, SenderValues } from './sender-fields.tsx';
import { SentLetters } from './sent-letters.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin();
  const { page } = readTableAddress(new URL(request.url).searchParams, []);
  const [settings, kinds, sent] = await Promise.all([
    call('getLetterSettings'),
    call('listLetters'),
    call('listSentLetters', { query: { page, pageSize: rowsPerPage } }),
  ]);
  return {
    settings: redirectIfDenied(settings),
    kinds: redirectIfDenied(kinds),
    sent: redirectIfDenied(sent),
    page,
  };
}

/** The settings for emails: the sender, every kind of email, and the emails that were sent (docs/behaviour/letters.md). */
export default function LetterSettings({ loaderData: { settings, kinds, sent, page } }: Route.ComponentProps) {
  const isOwner = useHasRole('owner');
  const failure = [settings, kinds, sent].find((answer) => !answer.success);
  return (
    <div className="stack">
      {failure?.success === false && <ListFailure message={failure.message} />}
      {settings.success &&
        (isOwner ? (
          <LetterForm saved={settings.settings} sender={settings.sender} />
        ) : (
          <SenderValues settings={settings.settings} sender={settings.sender} />
        ))}
      {kinds.success && <LetterKinds letters={kinds.letters} />}
      {sent.success && <SentLetters letters={sent.letters} total={sent.total} page={page} />}
    </div>
  );
}

const fieldTitles: Readonly<Record<keyof Settings, string>> = {
  senderName: t`Name`,
  replyTo: t`Replies to`,
  signOff: t`Below every email`,
};
const fields = ['senderName', 'replyTo', 'signOff'] as const;

function LetterForm({ saved, sender }: { saved: Settings; sender: Sender }) {
  const { draft, changed, disputed, isBusy, failure, form, change, discard, takeTheirs } = useSectionForm({
    saved,
    fields,
    save: (body) => call('updateLetterSettings', { body }),
  });
  return (
    <form className="stack" {...form}>
      <SenderFields draft={draft} errors={failure?.fields ?? {}} sender={sender} onChange={change} />
      {disputed.length > 0 && <SavedMeanwhile news={titlesOf(disputed)} onTake={takeTheirs} />}
      <SaveBar changed={titlesOf(changed)} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}

const titlesOf = (names: readonly (keyof Settings)[]) => names.map((name) => fieldTitles[name]);
