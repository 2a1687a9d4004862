import { t } from '@lingui/core/macro';
import type { User } from '#contract/accounts.ts';
import { call } from '../../api.ts';
import { useSession } from '../../session.ts';
import { ActionDialog } from '../action-dialog.tsx';

interface AdminDialogProps {
  /** The user whose rights are to change; null while the dialog is closed. */
  user: User | null;
  onClose: () => void;
}

/** Asks for confirmation and grants or revokes admin rights. */
export function AdminDialog({ user, onClose }: AdminDialogProps) {
  const session = useSession();
  return (
    <ActionDialog
      row={user}
      title={actionLabel}
      confirmLabel={actionLabel}
      question={(changed) => questionAbout(changed, changed.email === session?.email)}
      action={({ id, isAdmin }) => call('setAdmin', { params: { id }, body: { isAdmin: !isAdmin } })}
      done={({ isAdmin }) =>
        isAdmin ? t`User admin status revoked successfully` : t`User admin status granted successfully`
      }
      failed={t`Failed to update admin status`}
      onClose={onClose}
    />
  );
}

const actionLabel = ({ isAdmin }: User) => (isAdmin ? t`Remove Admin` : t`Make Admin`);

/** The question of the dialog. It names the user and the effect. */
function questionAbout({ name, email, isAdmin }: User, isOneself: boolean): string {
  const person = name ? `${name} (${email})` : email;
  if (!isAdmin)
    return t`Make ${person} an admin? They become an owner: owners see every order and customer, change pieces, prices and orders, and can make or remove other admins, you too. Under Staff you can give a smaller role instead.`;
  if (isOneself)
    return t`Remove your own admin rights? This panel closes for you at once, and only another owner can give them back.`;
  return t`Remove the admin rights of ${person}? The panel closes for them at once. Their account and their orders stay.`;
}
