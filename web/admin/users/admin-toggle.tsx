import { t } from '@lingui/core/macro';
import type { User } from '#contract/accounts.ts';
import { Button } from '../../ui/button.tsx';

interface AdminToggleProps {
  user: User;
  describedBy: string;
  /** Called instead of changing the rights, to ask for confirmation. */
  onChange: () => void;
}

/** Shows whether a user is an admin, and changes it. */
export function AdminToggle({ user, describedBy, onChange }: AdminToggleProps) {
  return (
    <div className="row-actions justify-start!">
      <Button
        variant={user.isAdmin ? 'plain' : 'line'}
        aria-pressed={user.isAdmin}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        onClick={onChange}
      >
        {user.isAdmin ? t`Admin` : t`Make Admin`}
      </Button>
    </div>
  );
}
