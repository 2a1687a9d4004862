import { Link } from 'react-router';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { useSession } from '../session.ts';
import { Badge } from '../ui/badge.tsx';

const longestName = 16;

/** Sign in, or who is signed in: the name leads admins to the panel and everybody else to their account. */
export function Who({ className, onLeave }: { className: string; onLeave?: () => void }) {
  const session = useSession();
  if (!session) {
    return (
      <button
        type="button"
        className={className}
        onClick={() => {
          onLeave?.();
          openSignIn();
        }}
      >
        Sign in
      </button>
    );
  }
  // The display name of SPEC.md §3.
  const name = session.name || session.email || 'User';
  return (
    <Link
      className={className}
      to={session.isAdmin ? '/admin' : '/account'}
      onClick={onLeave}
      title={shortened(name) === name ? undefined : name}
    >
      {session.isAdmin && <Badge tone="gold">Admin</Badge>}
      {shortened(name)}
    </Link>
  );
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > longestName
    ? `${letters
        .slice(0, longestName - 1)
        .join('')
        .trimEnd()}…`
    : name;
}
