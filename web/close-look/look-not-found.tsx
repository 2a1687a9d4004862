import { Link } from 'react-router';
import { StatePage } from '../shell/state-page.tsx';

/** For pieces that are unknown, hidden, or have nothing to look at more closely. */
export function LookNotFound() {
  return (
    <StatePage
      title="Product not found."
      action={
        <Link className="button" to="/#collection" state={{ scrollToCollection: true }}>
          Back to Collection
        </Link>
      }
    />
  );
}
