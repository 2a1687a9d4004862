import { t } from '@lingui/core/macro';
import { Link } from 'react-router';

/** The link to the section above a page, before the page's h1. */
export function Crumbs({ to, title }: { to: string; title: string }) {
  return (
    <nav className="crumbs" aria-label={t`Where you are`}>
      <Link to={to}>{title}</Link>
      <span aria-hidden="true">/</span>
    </nav>
  );
}
