import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { failedToast } from '../admin-failure.ts';

/** Grants admin rights, or takes them back. */
export function AdminToggle({ user, describedBy }: { user: User; describedBy: string }) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);

  async function toggle() {
    setBusy(true);
    const isAdmin = !user.isAdmin;
    const answer = await call('setAdmin', { params: { id: user.id }, body: { isAdmin } });
    if (answer.success)
      showToast({ tone: 'done', text: `User admin status ${isAdmin ? 'granted' : 'revoked'} successfully` });
    else failedToast('Failed to update admin status', answer);
    await revalidate();
    setBusy(false);
  }

  return (
    <div className="acts justify-start! p-0!">
      <Button
        variant={user.isAdmin ? 'plain' : 'line'}
        aria-pressed={user.isAdmin}
        aria-describedby={describedBy}
        busy={busy}
        onClick={() => void toggle()}
      >
        {user.isAdmin ? 'Admin' : 'Make Admin'}
      </Button>
    </div>
  );
}
