import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Price } from '../../shell/price.tsx';

/** What buyers paid, less refunds. Total Sales counts only orders with status paid; this sum includes the others that were charged. */
export function SoldLessRefunds({ amount = 0 }: { amount: number | undefined }) {
  return (
    <dl className="panel flex flex-wrap items-baseline gap-x-4 gap-y-1 px-5 py-4">
      <dt className="font-medium">{t`Sold, less refunds`}</dt>
      <dd className="numeric text-18 font-medium">
        <Price of={amount} />
      </dd>
      <dd className="subtle text-12 w-full">
        <Trans>
          What buyers paid for every order that is processing, paid, shipped or delivered, less what was refunded. Total
          Sales counts orders with status Paid only.
        </Trans>
      </dd>
    </dl>
  );
}
