import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { Badge } from '../ui/badge.tsx';
import { useVisitor } from './visitor.ts';

const maxNameLength = 16;

/** A Sign in button for guests, or the name of the user as a link: to the panel for admins, to the account for others. */
export function AccountLink({ className, onNavigate }: { className: string; onNavigate?: () => void }) {
  const { session } = useVisitor();
  if (!session) {
    return (
      <button
        type="button"
        className={className}
        onClick={() => {
          onNavigate?.();
          openSignIn();
        }}
      >
        <Trans>Sign in</Trans>
      </button>
    );
  }
  // The display name (docs/behaviour/accounts.md, 5).
  const name = session.name || session.email || t`User`;
  return (
    <Link
      className={className}
      to={session.isAdmin ? '/admin' : '/account'}
      onClick={onNavigate}
      title={shortened(name) === name ? undefined : name}
    >
      {shortened(name)}
      {session.isAdmin && (
        <Badge tone="gold">
          <Trans>Admin</Trans>
        </Badge>
      )}
    </Link>
  );
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > maxNameLength
    ? `${letters
        .slice(0, maxNameLength - 1)
        .join('')
        .trimEnd()}…`
    : name;
}
