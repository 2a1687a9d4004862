import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { PasskeyAnswer, PasskeyRequestOptions } from '#contract/passkeys.ts';
import type { Failure } from '../api.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { askForPasskey } from './passkey-in-browser.ts';

interface PasskeyButtonProps extends Pick<ButtonProps, 'variant' | 'full'> {
  /** Asks the server for the options of the browser's dialog. */
  begin: () => Promise<{ success: true; options: PasskeyRequestOptions } | Failure>;
  /** Sends the answer of the passkey to the server. Returns why it was refused; undefined if it was not. */
  finish: (passkey: PasskeyAnswer) => Promise<Failure | undefined>;
  /** The button takes the focus when a dialog opens. */
  autofocus?: boolean;
}

/** A button that asks for a passkey. A note above it says why that failed, or, not as an error, that the browser's dialog was closed. */
export function PasskeyButton({ begin, finish, autofocus, ...look }: PasskeyButtonProps) {
  const [stopped, setStopped] = useState<string | null>(null);
  const { isBusy, failure, submit } = useSubmission(async () => {
    setStopped(null);
    const begun = await begin();
    if (!begun.success) return begun;
    const outcome = await askForPasskey(begun.options);
    if ('passkey' in outcome) return finish(outcome.passkey);
    if (!outcome.isStopped) return outcome;
    setStopped(outcome.message);
  });
  return (
    <>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      {stopped !== null && <Note tone="info">{stopped}</Note>}
      <Button
        {...look}
        busy={isBusy}
        busyLabel={t`Waiting for your passkey …`}
        onClick={submit}
        {...(autofocus && { 'data-autofocus': true })}
      >
        <Icon name="passkey" small />
        <Trans>Use a Passkey</Trans>
      </Button>
    </>
  );
}
