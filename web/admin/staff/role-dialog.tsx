import { t } from '@lingui/core/macro';
import type { Role } from '#contract/roles.ts';
import type { StaffMember } from '#contract/staff.ts';
import { call } from '../../api.ts';
import { ActionDialog } from '../action-dialog.tsx';

export interface RoleChange {
  person: StaffMember;
  /** Null takes the role away. */
  role: Role | null;
}

interface RoleDialogProps {
  /** Null while the dialog is closed. */
  change: RoleChange | null;
  onClose: () => void;
}

/** Asks for confirmation and changes somebody's role, or takes it away. */
export function RoleDialog({ change, onClose }: RoleDialogProps) {
  return (
    <ActionDialog
      row={change}
      title={({ role }) => (role === null ? t`Remove Role` : t`Change Role`)}
      confirmLabel={({ role }) => (role === null ? t`Remove` : makeLabels[role])}
      question={questionAbout}
      action={({ person, role }) => call('setRole', { params: { id: person.id }, body: { role } })}
      done={({ role }) => (role === null ? t`Role removed successfully` : t`Role changed successfully`)}
      failed={t`Failed to change the role`}
      onClose={onClose}
    />
  );
}

const makeLabels: Readonly<Record<Role, string>> = {
  owner: t`Make Owner`,
  staff: t`Make Staff`,
  viewer: t`Make Viewer`,
};

const questions: Readonly<Record<Role, (person: string) => string>> = {
  owner: (person) =>
    t`Make ${person} an owner? Owners see and change everything, and can change the role of everybody, you too.`,
  staff: (person) => t`Make ${person} staff? Staff work on pieces, orders and enquiries, and see buyers and figures.`,
  viewer: (person) => t`Make ${person} a viewer? Viewers see pieces, orders, buyers and enquiries, and change nothing.`,
};

function questionAbout({ person: { name, email }, role }: RoleChange): string {
  const person = name ? `${name} (${email})` : email;
  const question =
    role === null
      ? t`Remove the role of ${person}? The panel closes for them at once. Their account and their orders stay.`
      : questions[role](person);
  return `${question} ${t`Every owner gets an email about it.`}`;
}
