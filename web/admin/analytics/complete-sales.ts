import type { Sales } from '#contract/analytics.ts';

/** Fills in missing parts of an answer: 0, an empty chart, and empty sentences. */
export function completeSales({ metadata, ...sales }: Partial<Sales>): Sales {
  const { calculationInfo, ...totals }: Partial<Sales['metadata']> = metadata ?? {};
  return {
    averageDaily: 0,
    averageMonthly: 0,
    averageYearly: 0,
    chartData: [],
    ...sales,
    metadata: {
      totalSales: 0,
      totalOrders: 0,
      ...totals,
      calculationInfo: { dailyCalc: '', monthlyCalc: '', yearlyCalc: '', ...calculationInfo },
    },
  };
}
