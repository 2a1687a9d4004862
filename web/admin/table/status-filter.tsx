import { t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';
import { useAddressChange } from './table-section.tsx';

interface StatusFilterProps<Status extends string> {
  statuses: readonly Status[];
  labels: Readonly<Record<Status, string>>;
  /** Its parameter in the URL, and its words. */
  parameter?: 'status' | 'state';
}

const words = {
  status: { label: t`Status`, all: t`All statuses` },
  state: { label: t`State`, all: t`All states` },
} as const;

/** Filters rows by status: `?status=paid`. */
export function StatusFilter<Status extends string>(props: StatusFilterProps<Status>) {
  const { statuses, labels, parameter = 'status' } = props;
  const [search] = useSearchParams();
  const change = useAddressChange();
  const chosen = statuses.find((status) => status === search.get(parameter)) ?? '';
  return (
    <select
      className="input input-small flex-1 sm:w-40 sm:flex-none"
      aria-label={words[parameter].label}
      value={chosen}
      onChange={({ target }) => change({ [parameter]: target.value })}
    >
      <option value="">{words[parameter].all}</option>
      {statuses.map((status) => (
        <option key={status} value={status}>
          {labels[status]}
        </option>
      ))}
    </select>
  );
}
