import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { deviceName } from './device-name.ts';
import { makePasskey } from './passkey-in-browser.ts';

interface AddPasskeyProps {
  isFirst: boolean;
  /** Receives the recovery codes that the server makes with the first factor. */
  onCodes: (codes: readonly string[]) => void;
}

/** Adds a passkey: shows a button, which opens the form. */
export function AddPasskey({ isFirst, onCodes }: AddPasskeyProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  function close() {
    flushSync(() => setOpen(false));
    // The form, which had the focus, has been removed.
    opener.current?.focus();
  }
  if (isOpen) return <NewPasskeyForm onCodes={onCodes} onClose={close} />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button ref={opener} variant="line" onClick={() => setOpen(true)}>
        <Icon name="passkey" small />
        <Trans>Add a Passkey</Trans>
      </Button>
      {!isFirst && (
        <span className="small muted">
          <Trans>Two are better than one: a device can be lost.</Trans>
        </span>
      )}
    </div>
  );
}

function NewPasskeyForm({ onCodes, onClose }: { onCodes: AddPasskeyProps['onCodes']; onClose: () => void }) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent).slice(0, limits.passkeyName));
  const [stopped, setStopped] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const { isBusy, failure, form } = useSubmission(async () => {
    setStopped(null);
    // Checked before the device makes a passkey that the server would refuse.
    if (name.trim() === '') return { message: '', fields: { name: t`Please give the passkey a name` } };
    const begun = await call('beginPasskey');
    if (!begun.success) return begun;
    const made = await makePasskey(begun.options);
    if (!('passkey' in made)) {
      if (!made.isStopped) return made;
      setStopped(made.message);
      return;
    }
    const added = await call('addPasskey', { body: { name, passkey: made.passkey } });
    if (!added.success) return added;
    showToast({ tone: 'done', text: t`The passkey has been added.` });
    onClose();
    if (added.recoveryCodes) onCodes(added.recoveryCodes);
    else void revalidate();
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // In some browsers select() alone does not move the focus.
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <form className="form" {...form}>
      <TextField
        label={t`Name of the passkey`}
        hint={t`So that you recognise it in this list`}
        name="name"
        autoComplete="off"
        required
        maxLength={limits.passkeyName}
        ref={field}
        value={name}
        error={failure?.fields?.name}
        onChange={(event) => setName(event.target.value)}
      />
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      {stopped !== null && <Note tone="info">{stopped}</Note>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} busyLabel={t`Waiting for your device …`}>
          <Trans>Make the Passkey</Trans>
        </Button>
        <Button variant="line" onClick={onClose}>
          <Trans>Not Now</Trans>
        </Button>
      </div>
    </form>
  );
}
