import { useSearchParams } from 'react-router';
import { orderStatuses, orderStatusLabel } from '#contract/states.ts';
import { useAddressChange } from '../table/table-section.tsx';

/** Orders of one status: `?status=paid`. */
export function StatusFilter() {
  const [search] = useSearchParams();
  const change = useAddressChange();
  const chosen = orderStatuses.find((status) => status === search.get('status')) ?? '';
  return (
    <select
      className="input input-sm flex-1 sm:w-40 sm:flex-none"
      aria-label="Status"
      value={chosen}
      onChange={({ target }) => change({ status: target.value })}
    >
      <option value="">All statuses</option>
      {orderStatuses.map((status) => (
        <option key={status} value={status}>
          {orderStatusLabel[status]}
        </option>
      ))}
    </select>
  );
}
