import { t } from '@lingui/core/macro';
import { Link, useSearchParams } from 'react-router';
import { inDigits } from '../../language/numbers.ts';
import { rowsPerPage } from './load-table.ts';
import { pageAddress } from './table-address.ts';

interface PagesProps {
  label: string;
  page: number;
  total: number;
  /** The parameter of the page number in the URL, if `page` belongs to another list. */
  parameter?: string;
}

/** Links to the previous and the next page. */
export function Pages({ label, page, total, parameter = 'page' }: PagesProps) {
  const [search] = useSearchParams();
  const last = Math.max(1, Math.ceil(total / rowsPerPage));
  if (last === 1) return null;
  const [shown, all] = [inDigits(page), inDigits(last)];
  const step = (words: string, to: number) =>
    to === page || to < 1 || to > last ? null : (
      <Link className="button button-line button-small" to={pageAddress(search, to, parameter)}>
        {words}
      </Link>
    );
  return (
    <nav className="flex flex-wrap items-center gap-2" aria-label={label}>
      {page > 2 && step(t`First`, 1)}
      {step(t`Previous`, page - 1)}
      <span className="muted numeric px-1" aria-current="page">
        {t`Page ${shown} of ${all}`}
      </span>
      {step(t`Next`, page + 1)}
      {page < last - 1 && step(t`Last`, last)}
    </nav>
  );
}
