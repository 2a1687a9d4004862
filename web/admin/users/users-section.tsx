import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { User, UserSortField } from '#contract/accounts.ts';
import { call } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useHasRole } from '../admin-access.ts';
import { PanelIcon } from '../panel-icon.tsx';
import { roleLabels } from '../staff/role-words.ts';
import type { Column } from '../table/column.ts';
import { loadTable, type RequestRows } from '../table/load-table.ts';
import { TableSection, type TableWords } from '../table/table-section.tsx';
import type { Route } from './+types/users-section.ts';
import { AddUserDialog } from './add-user-dialog.tsx';
import { AdminDialog } from './admin-dialog.tsx';
import { AdminToggle } from './admin-toggle.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { OnlineDot } from './online-dot.tsx';

const words: TableWords = {
  counted: (total, count) => plural(total, { one: `${count} user`, other: `${count} users` }),
  search: t`Search users`,
  noMatch: t`No users match what you look for.`,
  pages: t`Pages of users`,
  file: 'users',
};

const requestUsers: RequestRows<User, UserSortField> = async (query, _search, signal) => {
  const answer = await call('listUsers', { query, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.users, total: answer.total } : answer;
};

const statusOf = ({ blockedAt, isOnline }: User) => {
  if (blockedAt !== null) return t`Blocked`;
  return isOnline ? t`Online` : t`Offline`;
};

/** The columns of the users. If `onChangeRights` is null, roles are text instead of buttons. */
const columnsWith = (onChangeRights: ((user: User) => void) | null): Column<User, UserSortField>[] => [
  {
    title: t`ID`,
    sort: 'id',
    cellClass: 'id hide-small',
    cell: ({ id }) => <span title={id}>{id}</span>,
    csv: ({ id }) => id,
  },
  {
    title: t`Name`,
    sort: 'name',
    cellClass: 'strong cell-main wrap-anywhere',
    cell: ({ id, name }) => <span id={nameId(id)}>{name}</span>,
    csv: ({ name }) => name,
  },
  {
    title: t`Email`,
    sort: 'email',
    cellClass: 'muted cell-second wrap-anywhere',
    cell: ({ email }) => email,
    csv: ({ email }) => email,
  },
  {
    title: t`Status`,
    sort: 'isOnline',
    cell: (user) => (
      <span className="inline-flex items-center gap-2" title={user.blockReason ?? undefined}>
        <OnlineDot isOnline={user.isOnline} />
        {statusOf(user)}
      </span>
    ),
    csv: statusOf,
  },
  {
    title: t`Admin`,
    sort: 'isAdmin',
    cell: (user) =>
      onChangeRights ? (
        <AdminToggle user={user} describedBy={nameId(user.id)} onChange={() => onChangeRights(user)} />
      ) : (
        user.role && roleLabels[user.role]
      ),
    csv: ({ isAdmin }) => (isAdmin ? t`Admin` : ''),
  },
];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadTable(request, columnsWith(null), requestUsers);
}

/** The section of all users (docs/behaviour/accounts.md, 21). */
export default function UsersSection({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  const isOwner = useHasRole('owner');
  const [adding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<User | null>(null);
  const [blocked, setBlocked] = useState<User | null>(null);
  const [changed, setChanged] = useState<User | null>(null);
  const actions = actionsColumn(({ email }) => email === session?.email, setBlocked, setDeleted);
  return (
    <>
      <TableSection
        title={t`Users`}
        words={words}
        empty={t`No users found`}
        form="table-plain"
        columns={isOwner ? [...columnsWith(setChanged), actions] : columnsWith(null)}
        content={loaderData}
        idOf={({ id }) => id}
        requestRows={requestUsers}
        actions={
          isOwner && (
            <Button onClick={() => setAdding(true)}>
              <PanelIcon name="add" small />
              {t`Add New User`}
            </Button>
          )
        }
      />
      <AddUserDialog open={adding} onClose={() => setAdding(false)} />
      <BlockDialog user={blocked} onClose={() => setBlocked(null)} />
      <AdminDialog user={changed} onClose={() => setChanged(null)} />
      <DeleteUserDialog user={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

/** The buttons of each row. Admins cannot block or delete their own account here (docs/behaviour/accounts.md, 21). */
function actionsColumn(
  isOneself: (user: User) => boolean,
  onBlock: (user: User) => void,
  onDelete: (user: User) => void,
): Column<User, UserSortField> {
  return {
    title: t`Actions`,
    right: true,
    cell: (user) => (
      <div className="row-actions">
        {!isOneself(user) && (
          <>
            <Button variant="line" aria-describedby={nameId(user.id)} onClick={() => onBlock(user)}>
              {user.blockedAt === null ? t`Block` : t`Unblock`}
            </Button>
            <Button
              variant="danger"
              className="border-transparent!"
              aria-describedby={nameId(user.id)}
              onClick={() => onDelete(user)}
            >
              {t`Delete`}
            </Button>
          </>
        )}
      </div>
    ),
  };
}

interface DeleteUserDialogProps {
  /** Null while the dialog is closed. */
  user: User | null;
  onClose: () => void;
}

function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  return (
    <ActionDialog
      row={user}
      title={() => t`Delete User`}
      confirmLabel={() => t`Delete`}
      question={({ name }) => t`Are you sure you want to delete user "${name}"? This action cannot be undone.`}
      action={({ id }) => call('deleteUser', { params: { id } })}
      done={() => t`User deleted successfully`}
      failed={t`Failed to delete user`}
      onClose={onClose}
    />
  );
}

const nameId = (id: string) => `user-${id}`;
