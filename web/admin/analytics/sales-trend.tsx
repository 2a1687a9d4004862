import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { Sales } from '#contract/analytics.ts';
import type { TimeRange } from '#contract/states.ts';
import { inDigits } from '../../language/numbers.ts';
import { Price } from '../../shell/price.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { focusMain } from '../focus-main.ts';
import type { ChartType } from './choices.ts';
import { periodName } from './period-labels.ts';
import { SalesChart } from './sales-chart.client.tsx';

interface SalesTrendProps {
  range: TimeRange;
  chart: ChartType;
  /** Null while the sales load, and if they could not be loaded. */
  sales: Sales | null;
  isLoading: boolean;
  onTryAgain: () => void;
}

/** Sales by period as cards and as a chart, with their total (docs/behaviour/analytics.md, 5). */
export function SalesTrend({ range, chart, sales, isLoading, onTryAgain }: SalesTrendProps) {
  return (
    <section className="panel" aria-busy={isLoading}>
      <header>
        <h2>{t`Sales Trend`}</h2>
        {sales !== null && (
          <span className="subtle late" role="status">
            {isLoading && t`Loading sales data...`}
          </span>
        )}
      </header>
      <div className={isLoading && sales !== null ? 'opacity-50 transition-opacity delay-300' : undefined}>
        {sales === null && isLoading && (
          <p className="state muted" role="status">
            {t`Loading sales data...`}
          </p>
        )}
        {sales === null && !isLoading && <TrendFailure onTryAgain={onTryAgain} />}
        {sales?.metadata.totalOrders === 0 && (
          <p className="state muted">{t`No sales data available for the selected time range`}</p>
        )}
        {sales !== null && sales.metadata.totalOrders > 0 && <Trend range={range} chart={chart} sales={sales} />}
      </div>
    </section>
  );
}

function TrendFailure({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <div className="p-5">
      <Note tone="failed">
        <span className="flex flex-wrap items-center gap-x-4">
          {t`Failed to load sales data`}
          <Button
            variant="text"
            onClick={() => {
              onTryAgain();
              // The button is removed.
              focusMain();
            }}
          >
            {t`Try Again`}
          </Button>
        </span>
      </Note>
    </div>
  );
}

function Trend({ range, chart, sales }: { range: TimeRange; chart: ChartType; sales: Sales }) {
  const { chartData, metadata } = sales;
  const [points, orders] = [chartData.length, inDigits(metadata.totalOrders)];
  return (
    <>
      <PeriodCards range={range} sales={sales} />
      <SalesChart key={`${range} ${chart}`} range={range} chart={chart} points={chartData} />
      <p className="subtle numeric border-t border-line px-5 py-3">
        <Trans>
          Showing {points} data points | Total Sales: <Price of={metadata.totalSales} /> | Total Orders: {orders}
        </Trans>
        {metadata.totalDelivery !== undefined && (
          <>
            {' '}
            <Trans>
              | Pieces: <Price of={metadata.totalPieces ?? 0} /> | Delivery: <Price of={metadata.totalDelivery} />
            </Trans>
          </>
        )}
      </p>
    </>
  );
}

/** One card per period. If not all of them fit, the current period is scrolled into view. */
function PeriodCards({ range, sales }: { range: TimeRange; sales: Sales }) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever other data is shown.
  useEffect(() => {
    list.current?.scrollTo({ left: list.current.scrollWidth });
  }, [sales]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <ul className="periods" ref={list} tabIndex={0} aria-label={t`Sales by period`}>
      {sales.chartData.map(({ period, amount }) => (
        <li key={period}>
          <span>{periodName(period, range)}</span>
          <b>{amount}</b>
        </li>
      ))}
    </ul>
  );
}
