import { useSearchParams } from 'react-router';
import { useAddressChange } from './table-section.tsx';

interface StatusFilterProps<Status extends string> {
  statuses: readonly Status[];
  labels: Readonly<Record<Status, string>>;
}

/** Filters rows by status: `?status=paid`. */
export function StatusFilter<Status extends string>({ statuses, labels }: StatusFilterProps<Status>) {
  const [search] = useSearchParams();
  const change = useAddressChange();
  const chosen = statuses.find((status) => status === search.get('status')) ?? '';
  return (
    <select
      className="input input-sm flex-1 sm:w-40 sm:flex-none"
      aria-label="Status"
      value={chosen}
      onChange={({ target }) => change({ status: target.value })}
    >
      <option value="">All statuses</option>
      {statuses.map((status) => (
        <option key={status} value={status}>
          {labels[status]}
        </option>
      ))}
    </select>
  );
}
