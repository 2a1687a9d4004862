import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { Column } from '../table/column.ts';

/** The column with the link Edit and the button Delete of each row. The page of a row is at `${section}/${row.id}`. */
export function actionsColumn<Row extends { id: string; name: string }>(
  section: string,
  onDelete: (row: Row) => void,
): Column<Row, never> {
  return {
    title: t`Actions`,
    right: true,
    cellClass: 'cell-full',
    cell: (row) => <Actions name={row.name} address={`${section}/${row.id}`} onDelete={() => onDelete(row)} />,
  };
}

function Actions({ name, address, onDelete }: { name: string; address: string; onDelete: () => void }) {
  return (
    <div className="row-actions">
      <Link className={buttonClass('line')} to={address} aria-label={t`Edit ${name}`}>
        {t`Edit`}
      </Link>
      <Button variant="danger" className="border-transparent!" aria-label={t`Delete ${name}`} onClick={onDelete}>
        {t`Delete`}
      </Button>
    </div>
  );
}
