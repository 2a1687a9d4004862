import { useState } from 'react';
import type { User, UserSortField } from '#contract/accounts.ts';
import { call } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from '../table/column.ts';
import { DeleteDialog } from '../table/delete-dialog.tsx';
import { type AskForRows, loadTable } from '../table/load-table.ts';
import { TableSection } from '../table/table-section.tsx';
import type { Route } from './+types/users-section.ts';
import { AddUserDialog } from './add-user-dialog.tsx';
import { AdminToggle } from './admin-toggle.tsx';
import { OnlineDot } from './online-dot.tsx';

const askForUsers: AskForRows<User, UserSortField> = async (query, _search, signal) => {
  const answer = await call('listUsers', { query, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.users, total: answer.total } : answer;
};

/** SPEC.md §2, Users. What the last column's button does is the section's. */
const columns: Column<User, UserSortField>[] = [
  {
    title: 'ID',
    sort: 'id',
    cellClass: 'id hide-s',
    cell: ({ id }) => <span title={id}>{id}</span>,
    csv: ({ id }) => id,
  },
  {
    title: 'Name',
    sort: 'name',
    cellClass: 'strong c-main wrap-anywhere',
    cell: ({ id, name }) => <span id={nameId(id)}>{name}</span>,
    csv: ({ name }) => name,
  },
  {
    title: 'Email',
    sort: 'email',
    cellClass: 'muted c-2 wrap-anywhere',
    cell: ({ email }) => email,
    csv: ({ email }) => email,
  },
  {
    title: 'Status',
    sort: 'isOnline',
    cell: ({ isOnline }) => (
      <span className="inline-flex items-center gap-2">
        <OnlineDot isOnline={isOnline} />
        {statusOf(isOnline)}
      </span>
    ),
    csv: ({ isOnline }) => statusOf(isOnline),
  },
  {
    title: 'Admin',
    sort: 'isAdmin',
    cell: (user) => <AdminToggle user={user} describedBy={nameId(user.id)} />,
    csv: ({ isAdmin }) => (isAdmin ? 'Admin' : ''),
  },
];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadTable(request, columns, askForUsers);
}

/** Users (SPEC.md §2, Admin panel). */
export default function UsersSection({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  const [adding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<User | null>(null);
  const actions: Column<User, UserSortField> = {
    title: 'Actions',
    right: true,
    cell: (user) => (
      <div className="acts">
        {/* Nobody deletes themselves here (CONTRACT.md). */}
        {user.email !== session?.email && (
          <Button
            variant="danger"
            className="border-transparent!"
            aria-describedby={nameId(user.id)}
            onClick={() => setDeleted(user)}
          >
            Delete
          </Button>
        )}
      </div>
    ),
  };
  return (
    <>
      <TableSection
        title="Users"
        noun={['user', 'users']}
        empty="No users found"
        form="table-o"
        columns={[...columns, actions]}
        content={loaderData}
        idOf={({ id }) => id}
        ask={askForUsers}
        actions={
          <Button onClick={() => setAdding(true)}>
            <Icon name="add" small />
            Add New User
          </Button>
        }
      />
      <AddUserDialog open={adding} onClose={() => setAdding(false)} />
      <DeleteDialog
        row={deleted}
        title="Delete User"
        question={({ name }) => `Are you sure you want to delete user "${name}"? This action cannot be undone.`}
        onDelete={({ id }) => call('deleteUser', { params: { id } })}
        done="User deleted successfully"
        failed="Failed to delete user"
        onClose={() => setDeleted(null)}
      />
    </>
  );
}

const statusOf = (isOnline: boolean) => (isOnline ? 'Online' : 'Offline');
const nameId = (id: string) => `user-${id}`;
