import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import type { Invitation } from '#contract/staff.ts';
import { call } from '../../api.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { DataTable } from '../table/data-table.tsx';
import { roleLabels } from './role-words.ts';

const roleInWords = ({ role, maySetPrices }: Invitation) =>
  role === 'staff' && !maySetPrices ? t`Staff, without prices` : roleLabels[role];

/** The invitations that can still be accepted, each with a button that withdraws it. */
export function OpenInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  const { minute } = useTimes();
  const titleId = useId();
  return (
    <>
      {invitations.length > 0 && (
        <section className="grid gap-3" aria-labelledby={titleId}>
          <h2 className="text-18!" id={titleId}>{t`Open invitations`}</h2>
          <div className="panel">
            <DataTable
              label={t`Open invitations`}
              form="table-plain"
              rows={invitations}
              idOf={({ id }) => id}
              columns={[
                {
                  title: t`Person`,
                  cellClass: 'cell-main wrap-anywhere',
                  cell: ({ id, email, invitedBy }) => (
                    <>
                      <span className="font-medium" id={`invitation-${id}`}>
                        {email}
                      </span>
                      <span className="subtle text-12 block">{t`Invited by ${invitedBy}`}</span>
                    </>
                  ),
                },
                { title: t`Role`, cell: roleInWords },
                {
                  title: t`Valid until`,
                  cellClass: 'numeric muted',
                  cell: ({ expiresAt }) => <time dateTime={expiresAt}>{minute(expiresAt)}</time>,
                },
                {
                  title: t`Actions`,
                  right: true,
                  cellClass: 'cell-full',
                  cell: (invitation) => (
                    <div className="row-actions">
                      <Button
                        variant="danger"
                        className="border-transparent!"
                        aria-describedby={`invitation-${invitation.id}`}
                        onClick={() => setWithdrawn(invitation)}
                      >
                        {t`Withdraw`}
                      </Button>
                    </div>
                  ),
                },
              ]}
            />
          </div>
        </section>
      )}
      <ActionDialog
        row={withdrawn}
        title={() => t`Withdraw Invitation`}
        confirmLabel={() => t`Withdraw`}
        question={({ email }) => t`Withdraw the invitation of ${email}? Its link ends at once.`}
        action={({ id }) => call('withdrawInvitation', { params: { id } })}
        done={() => t`Invitation withdrawn`}
        failed={t`Failed to withdraw the invitation`}
        onClose={() => setWithdrawn(null)}
      />
    </>
  );
}
