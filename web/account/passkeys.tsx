import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Passkey } from '#contract/passkeys.ts';
import type { SecondFactorState } from '#contract/second-factor.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { AddedAndUsed } from './added-and-used.tsx';
import { lastFactorWarning } from './last-factor-warning.ts';

interface PasskeysProps {
  state: SecondFactorState;
  onCodes: (codes: readonly string[]) => void;
}

/** Lists the passkeys of an admin, adds and removes them. */
export function Passkeys({ state, onCodes }: PasskeysProps) {
  const { passkeys, passkeysPossible, authenticatorApp } = state;
  const isOnlyFactor = passkeys.length === 1 && authenticatorApp === null;
  return (
    <>
      <h3>
        <Trans>Passkeys</Trans>
      </h3>
      <p className="max-w-[var(--measure)]">
        <Trans>
          After your password, your device asks for fingerprint, face or PIN. There is nothing to type, and a false page
          gets nothing that it could use.
        </Trans>
      </p>
      {passkeys.length > 0 && (
        <ul className="border-t border-line">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} isOnlyFactor={isOnlyFactor} />
          ))}
        </ul>
      )}
      {passkeysPossible ? <AddPasskey isFirst={passkeys.length === 0} onCodes={onCodes} /> : <Impossible />}
    </>
  );
}

function Impossible() {
  return (
    <Note tone="info">
      <Trans>
        Passkeys do not work at the address of this shop. Browsers allow them only at an https address with a name, for
        example https://shop.example, and not at an IP address. The address is the setting PUBLIC_URL.
      </Trans>
    </Note>
  );
}

function PasskeyLine({ passkey, isOnlyFactor }: { passkey: Passkey; isOnlyFactor: boolean }) {
  const { name, addedAt, lastUsedAt, usable } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
      <Icon name="passkey" />
      <span className="min-w-0 flex-1 basis-48">
        <span className="font-medium wrap-anywhere">{name}</span>
        <br />
        <span className="small muted numeric">
          <AddedAndUsed {...{ addedAt, lastUsedAt }} />
          {!usable && `. ${t`It belongs to a former address of the shop and does not work here.`}`}
        </span>
      </span>
      <RemovePasskey {...{ passkey, isOnlyFactor }} />
    </li>
  );
}

function RemovePasskey({ passkey: { id, name }, isOnlyFactor }: { passkey: Passkey; isOnlyFactor: boolean }) {
  const [asking, setAsking] = useState(false);
  const { revalidate } = useRevalidator();

  async function remove() {
    const answer = await call('removePasskey', { params: { id } });
    if (!answer.success) return answer;
    setAsking(false);
    showToast({ tone: 'done', text: t`The passkey has been removed.` });
    void revalidate();
  }

  return (
    <>
      <Button variant="danger" small aria-label={t`Remove the passkey ${name}`} onClick={() => setAsking(true)}>
        <Trans>Remove</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        title={t`Remove the passkey “${name}”?`}
        confirmLabel={t`Remove`}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        {isOnlyFactor ? lastFactorWarning : t`It does not work here any more. Delete it on your device too.`}
      </ConfirmDialog>
    </>
  );
}
