import type { Role } from '#contract/roles.ts';
import type { StaffMember } from '#contract/staff.ts';
import { call } from '../../api.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { roleLabels } from './role-words.ts';

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
      title={({ role }) => (role === null ? 'Remove Role' : 'Change Role')}
      confirmLabel={({ role }) => (role === null ? 'Remove' : `Make ${roleLabels[role]}`)}
      question={questionAbout}
      action={({ person, role }) => call('setRole', { params: { id: person.id }, body: { role } })}
      done={({ role }) => (role === null ? 'Role removed successfully' : 'Role changed successfully')}
      failed="Failed to change the role"
      onClose={onClose}
    />
  );
}

const consequences: Readonly<Record<Role, string>> = {
  owner: 'an owner? Owners see and change everything, and can change the role of everybody, you too.',
  staff: 'staff? Staff work on pieces, orders and enquiries, and see buyers and figures.',
  viewer: 'a viewer? Viewers see pieces, orders, buyers and enquiries, and change nothing.',
};

function questionAbout({ person: { name, email }, role }: RoleChange): string {
  const person = name ? `${name} (${email})` : email;
  const question =
    role === null
      ? `Remove the role of ${person}? The panel closes for them at once. Their account and their orders stay.`
      : `Make ${person} ${consequences[role]}`;
  return `${question} Every owner gets an email about it.`;
}
