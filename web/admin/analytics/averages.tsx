import { t } from '@lingui/core/macro';
import type { Sales } from '#contract/analytics.ts';
import { Price } from '../../shell/price.tsx';

/** The three averages. A sentence, from the server or a default one, says how each was calculated. */
export function Averages({ sales }: { sales: Sales }) {
  const { dailyCalc, monthlyCalc, yearlyCalc } = sales.metadata.calculationInfo;
  return (
    <div className="tiles tiles-3">
      <Average
        title={t`Average Daily Sales (This Month)`}
        amount={sales.averageDaily}
        note={dailyCalc || t`Total of this month divided by the days in the month`}
      />
      <Average
        title={t`Average Monthly Sales (This Year)`}
        amount={sales.averageMonthly}
        note={monthlyCalc || t`Total of this year divided by 12`}
      />
      <Average
        title={t`Average Yearly Sales (All Time)`}
        amount={sales.averageYearly}
        note={yearlyCalc || t`Total of all time divided by years in business`}
      />
    </div>
  );
}

function Average({ title, amount, note }: { title: string; amount: number; note: string }) {
  return (
    <div>
      <span className="muted">{title}</span>
      <span className="big">
        <Price of={amount} />
      </span>
      <span className="subtle text-12">{note}</span>
    </div>
  );
}
