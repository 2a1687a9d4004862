import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ratedClasses } from '#contract/listing-size.ts';
import { useShop } from '../../../shell/shop.ts';
import { choiceWords } from '../../listing-form/field-labels.ts';

interface RatesTableProps {
  /** Whether the rows end with a cell of buttons. */
  withActions?: boolean;
  /** A row for each zone. */
  children: ReactNode;
}

export function RatesTable({ withActions = false, children }: RatesTableProps) {
  const { currency } = useShop();
  return (
    <table className="table table-cards rates">
      <caption className="visually-hidden">{t`Price of delivery in ${currency} for each zone and size class`}</caption>
      <RatesHead withActions={withActions} />
      <tbody>
        {children}
        <Elsewhere columns={withActions ? 6 : 5} />
      </tbody>
    </table>
  );
}

function RatesHead({ withActions }: { withActions: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span>{t`Zone`}</span>
        </th>
        {[...ratedClasses.map((size) => choiceWords.sizeClass[size]), t`Free over`, t`Working days`].map((title) => (
          <th key={title} scope="col">
            <span className="align-end">{title}</span>
          </th>
        ))}
        {withActions && (
          <th scope="col">
            <span>
              <span className="visually-hidden">{t`Order of zones`}</span>
            </span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** The last row, which cannot be changed. `columns` is the number of columns after the zone's. */
function Elsewhere({ columns }: { columns: number }) {
  return (
    <tr>
      <td className="cell-main">
        <span className="strong">{t`Everywhere else`}</span>
        <small className="way-words">{t`What no zone covers`}</small>
      </td>
      <td colSpan={columns} className="muted">
        {t`Ask us. The buyer writes to you and you answer with a price.`}
      </td>
    </tr>
  );
}
