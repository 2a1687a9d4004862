import { t } from '@lingui/core/macro';
import { useParameterChoice } from './use-address-change.ts';

interface StatusFilterProps<Status extends string> {
  statuses: readonly Status[];
  labels: Readonly<Record<Status, string>>;
  /** The parameter in the URL, which also decides the words. */
  parameter?: 'status' | 'state';
}

const words = {
  status: { label: t`Status`, all: t`All statuses` },
  state: { label: t`State`, all: t`All states` },
} as const;

/** A select that shows only rows of one status (`?status=paid`) or state. */
export function StatusFilter<Status extends string>(props: StatusFilterProps<Status>) {
  const { statuses, labels, parameter = 'status' } = props;
  const [chosen, choose] = useParameterChoice(parameter);
  return (
    <select
      className="input input-small min-w-40 flex-1 sm:w-40 sm:flex-none"
      aria-label={words[parameter].label}
      value={statuses.find((status) => status === chosen) ?? ''}
      onChange={({ target }) => choose(target.value)}
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
