import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Role, roles } from '#contract/roles.ts';
import type { StaffMember } from '#contract/staff.ts';
import { call } from '../../api.ts';
import { useSession } from '../../session.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { redirectIfDenied, requireAdmin } from '../admin-access.ts';
import { PanelIcon } from '../panel-icon.tsx';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/staff-section.ts';
import { AddPersonDialog } from './add-person-dialog.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { PriceRight } from './price-right.tsx';
import { type RoleChange, RoleDialog } from './role-dialog.tsx';
import { roleLabels, roleWords } from './role-words.ts';
import { SessionsDialog } from './sessions-dialog.tsx';

export async function clientLoader() {
  await requireAdmin('owner');
  const [staff, invited] = await Promise.all([call('listStaff'), call('listInvitations', { quiet: true })]);
  return { answer: redirectIfDenied(staff), invitations: invited.success ? invited.invitations : [] };
}

/** The section of everybody who has a role (docs/behaviour/admin.md, 11). */
export default function StaffSection({ loaderData: { answer, invitations } }: Route.ComponentProps) {
  const [adding, setAdding] = useState(false);
  const [change, setChange] = useState<RoleChange | null>(null);
  const [watched, setWatched] = useState<StaffMember | null>(null);
  const columns = useColumns(setChange, setWatched);
  return (
    <>
      <div className="bar">
        <h1>{t`Staff`}</h1>
        <Button onClick={() => setAdding(true)}>
          <PanelIcon name="add" small />
          {t`Invite a Person`}
        </Button>
      </div>
      {!answer.success && <ListFailure message={answer.message} />}
      {answer.success && (
        <div className="panel">
          <DataTable label={t`Staff`} form="table-plain" columns={columns} rows={answer.people} idOf={({ id }) => id} />
        </div>
      )}
      <OpenInvitations invitations={invitations} />
      <RoleList />
      <AddPersonDialog open={adding} onClose={() => setAdding(false)} />
      <RoleDialog change={change} onClose={() => setChange(null)} />
      <SessionsDialog person={watched} onClose={() => setWatched(null)} />
    </>
  );
}

function useColumns(
  onChange: (change: RoleChange) => void,
  onSessions: (person: StaffMember) => void,
): Column<StaffMember, never>[] {
  const session = useSession();
  const { minute } = useTimes();
  const isOneself = ({ email }: StaffMember) => email === session?.email;
  return [
    {
      title: t`Person`,
      cellClass: 'cell-main wrap-anywhere',
      cell: (person) => <Person person={person} />,
    },
    {
      title: t`Role`,
      cell: (person) =>
        isOneself(person) ? (
          roleLabels[person.role]
        ) : (
          <div className="grid gap-1">
            <RoleSelect person={person} onRole={(role) => onChange({ person, role })} />
            {person.role === 'staff' && <PriceRight person={person} />}
          </div>
        ),
    },
    {
      title: t`Second factor`,
      cellClass: 'cell-second',
      cell: ({ secondFactor }) => (
        <span>
          {/* Narrow screens have no table head. */}
          <span className="subtle lg:hidden">{t`Second factor:`} </span>
          <SecondFactors kinds={secondFactor} />
        </span>
      ),
    },
    {
      title: t`Last seen`,
      cellClass: 'numeric muted',
      cell: (person) => (isOneself(person) ? t`Now, this is you` : lastSeen(person, minute)),
    },
    {
      title: t`Actions`,
      right: true,
      cellClass: 'cell-full',
      cell: (person) =>
        !isOneself(person) && (
          <div className="row-actions">
            <Button variant="text" aria-describedby={nameId(person.id)} onClick={() => onSessions(person)}>
              {t`Sessions`}
            </Button>
            <Button
              variant="danger"
              className="border-transparent!"
              aria-describedby={nameId(person.id)}
              onClick={() => onChange({ person, role: null })}
            >
              {t`Remove`}
            </Button>
          </div>
        ),
    },
  ];
}

function Person({ person: { id, name, email, blockedAt } }: { person: StaffMember }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 font-medium" id={nameId(id)}>
        {name || email}
        {blockedAt !== null && <Badge>{t`Blocked`}</Badge>}
      </span>
      <span className="subtle text-12 block">{email}</span>
    </>
  );
}

/** Shows the current role until a change is confirmed. */
function RoleSelect({ person, onRole }: { person: StaffMember; onRole: (role: Role) => void }) {
  const name = person.name || person.email;
  return (
    <select
      className="input w-32!"
      aria-label={t`Role of ${name}`}
      value={person.role}
      onChange={({ target }) => onRole(roles.find((role) => role === target.value) ?? person.role)}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleLabels[role]}
        </option>
      ))}
    </select>
  );
}

const factorLabels = { passkey: t`Passkey`, totp: t`Authenticator app` } as const;

function SecondFactors({ kinds }: { kinds: StaffMember['secondFactor'] }) {
  if (kinds.length === 0) return <span className="font-medium text-crimson">{t`None yet`}</span>;
  return <span className="text-jade">{kinds.map((kind) => factorLabels[kind]).join(', ')}</span>;
}

function lastSeen({ isOnline, lastSeenAt }: StaffMember, minute: (at: string) => string) {
  if (isOnline) return t`Now`;
  return lastSeenAt === null ? t`Not signed in` : <time dateTime={lastSeenAt}>{minute(lastSeenAt)}</time>;
}

function RoleList() {
  return (
    <section className="panel">
      <h2>{t`What each may do`}</h2>
      <ul className="rows">
        {roles.map((role) => (
          <li key={role}>
            <span className="w-20 flex-none font-medium">{roleLabels[role]}</span>
            <span className="muted min-w-0">{roleWords[role]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameId = (id: string) => `person-${id}`;
