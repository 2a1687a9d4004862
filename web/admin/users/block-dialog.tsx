import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../api.ts';
import { TextField } from '../../ui/field.tsx';
import { ActionDialog } from '../action-dialog.tsx';

interface BlockDialogProps {
  /** The user to block or unblock; null while the dialog is closed. */
  user: User | null;
  onClose: () => void;
}

/** Asks for confirmation and blocks an account, or lets it sign in again. */
export function BlockDialog({ user, onClose }: BlockDialogProps) {
  const [reason, setReason] = useState('');
  const close = () => {
    setReason('');
    onClose();
  };
  return (
    <ActionDialog
      row={user}
      title={({ blockedAt }) => (blockedAt === null ? t`Block User` : t`Unblock User`)}
      confirmLabel={actionOf}
      question={questionAbout}
      details={(shown) =>
        shown.blockedAt === null && (
          <div className="mt-4">
            <TextField
              label={t`Reason`}
              hint={t`Only admins see it`}
              maxLength={limits.shortText}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </div>
        )
      }
      action={({ id, blockedAt }) =>
        blockedAt === null
          ? call('blockUser', { params: { id }, body: { reason } })
          : call('unblockUser', { params: { id } })
      }
      done={({ blockedAt }) => (blockedAt === null ? t`User blocked successfully` : t`User unblocked successfully`)}
      failed={t`Failed to change the block`}
      onClose={close}
    />
  );
}

const actionOf = ({ blockedAt }: User) => (blockedAt === null ? t`Block` : t`Unblock`);

function questionAbout({ name, email, blockedAt }: User): string {
  const person = name ? `${name} (${email})` : email;
  if (blockedAt !== null) return t`Unblock ${person}? They can sign in and buy again.`;
  return t`Block ${person}? They are signed out everywhere and cannot sign in. Their holds and unpaid orders end; paid orders stay.`;
}
