import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useRevalidator } from 'react-router';
import type { SetupStep } from '#contract/setup.ts';
import { tabAddress } from '../../account/account-tabs.tsx';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { focusMain } from '../focus-main.ts';
import { addressOfSettings } from '../settings/settings-pages.ts';

const words: Readonly<Record<SetupStep, { what: string; path: string }>> = {
  shop: { what: t`Say where the shop is`, path: addressOfSettings('shop') },
  piece: { what: t`Add your first piece`, path: '/admin/products' },
  delivery: { what: t`Set up delivery or pickup`, path: addressOfSettings('delivery') },
  payments: { what: t`Let buyers pay you: by card, or by bank transfer`, path: addressOfSettings('payments') },
  tax: { what: t`Say whether you are registered for GST`, path: addressOfSettings('tax') },
  policies: { what: t`Write about returns, privacy and terms`, path: addressOfSettings('policies') },
  email: { what: t`Connect a mail server and send a test`, path: addressOfSettings('letters') },
  'own-address': { what: t`Give an owner an email address of their own`, path: tabAddress('profile') },
  'second-factor': { what: t`Protect your sign-in with a second factor`, path: tabAddress('security') },
  backup: { what: t`See the first nightly backup succeed`, path: addressOfSettings('backups') },
};

interface SetupListProps {
  steps: readonly { id: SetupStep; isDone: boolean }[];
  hidden: boolean;
}

/** The steps that set up a new shop (docs/behaviour/admin.md, 21), the done ones ticked. Renders nothing once all are done, or after Hide. */
export function SetupList({ steps, hidden }: SetupListProps) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('hideSetup', { body: { hidden: true } });
    if (!answer.success) return adminFailure(t`Failed to hide the list`, answer);
    await revalidate();
    // The button is removed with the list.
    focusMain();
    return undefined;
  });
  const done = steps.filter(({ isDone }) => isDone).length;
  if (hidden || done === steps.length) return null;
  return (
    <section className="panel" aria-labelledby="setup">
      <header>
        <h2 id="setup" className="mr-0!">{t`Set up your shop`}</h2>
        <span className="subtle text-13 numeric">{t`${done} of ${{ all: steps.length }} done`}</span>
        <Button variant="text" className="ml-auto" onClick={submit} busy={isBusy} busyLabel={t`Hiding...`}>
          <Trans>
            Hide<span className="visually-hidden"> what is left to set up</span>
          </Trans>
        </Button>
      </header>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <ul className="rows">
        {steps.map(({ id, isDone }) => (
          <li key={id} className={isDone ? 'text-ink-subtle' : undefined}>
            <span className="grid size-5 flex-none place-items-center">
              {isDone ? <Icon name="done" small /> : <span className="dot dot-off" />}
            </span>
            <Link to={words[id].path}>{isDone ? <DoneStep what={words[id].what} /> : words[id].what}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DoneStep({ what }: { what: string }) {
  return (
    <Trans>
      <span className="visually-hidden">Done: </span>
      {what}
    </Trans>
  );
}
