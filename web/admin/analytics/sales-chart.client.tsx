import { t } from '@lingui/core/macro';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Area, Bar, CartesianGrid, ComposedChart, XAxis, YAxis } from 'recharts';
import type { Sales } from '#contract/analytics.ts';
import type { TimeRange } from '#contract/states.ts';
import { axisSpace, axisTicks, margin, shownLabels, view, widestBar } from './chart-geometry.ts';
import { AmountLabel, PeriodLabel, SalesBar, salesDot } from './chart-marks.tsx';
import { ChartValues } from './chart-values.tsx';
import { type ChartType, salesBy } from './choices.ts';
import { axisLabel, periodName } from './period-labels.ts';

interface SalesChartProps {
  range: TimeRange;
  chart: ChartType;
  points: Sales['chartData'];
}

/**
 * Sales as a line or as bars, rendered only in the browser: `.client` keeps the chart library out of the server. A
 * value is shown under the pointer, or chosen with the arrow keys, Home and End while the chart has the focus. Screen
 * readers get the same numbers as a table.
 */
export function SalesChart({ range, chart, points }: SalesChartProps) {
  const [active, setActive] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const shown = active === null ? undefined : points[active];
  const sales = salesBy[range];
  // If not everything fits, the latest period is scrolled into view, as in the cards above the chart.
  useEffect(() => {
    box.current?.scrollTo({ left: box.current.scrollWidth });
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const goal = indexAfterKey(event.key, active, points.length);
    if (goal === undefined) return;
    event.preventDefault();
    setActive(goal);
    const column = goal === null ? null : box.current?.querySelector(`[data-index="${goal}"]`);
    column?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  return (
    <>
      <div
        className="chart"
        ref={box}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and its values are chosen by keyboard.
        tabIndex={0}
        aria-label={
          chart === 'line'
            ? t`${sales}, line chart. The arrow keys show one value after the other.`
            : t`${sales}, bar chart. The arrow keys show one value after the other.`
        }
        onKeyDown={onKeyDown}
        onPointerLeave={() => setActive(null)}
        onBlur={() => setActive(null)}
      >
        <Drawing range={range} chart={chart} points={points} active={active} onActive={setActive} />
      </div>
      <p className="visually-hidden" role="status">
        {shown && `${periodName(shown.period, range)}: ${shown.amount}`}
      </p>
      <NumbersTable range={range} points={points} />
    </>
  );
}

interface DrawingProps extends SalesChartProps {
  active: number | null;
  onActive: (index: number | null) => void;
}

function Drawing({ range, chart, points, active, onActive }: DrawingProps) {
  const labels = points.map(({ period }) => axisLabel(period, range, chart));
  const ticks = axisTicks(Math.max(0, ...points.map(({ numericAmount }) => numericAmount)));
  const last = points.length - 1;
  const drawn = points.map((point, index) => ({ ...point, index }));
  return (
    <ComposedChart {...view} data={drawn} margin={margin} barCategoryGap="20%" accessibilityLayer={false} aria-hidden>
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" strokeDasharray="2 4" />
      <XAxis
        dataKey="index"
        height={axisSpace.bottom}
        scale={chart === 'line' ? 'point' : 'band'}
        ticks={shownLabels(labels)}
        interval={0}
        axisLine={{ stroke: 'var(--chart-grid)' }}
        tickLine={false}
        tick={<PeriodLabel labels={labels} lastAtEdge={chart === 'line' && points.length > 1 ? last : null} />}
      />
      <YAxis
        width={axisSpace.left}
        domain={[0, ticks[4]]}
        ticks={ticks}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={<AmountLabel />}
      />
      {chart === 'line' ? (
        <Area
          dataKey="numericAmount"
          type="linear"
          stroke="var(--chart-1)"
          strokeWidth={2}
          fill="var(--chart-1)"
          fillOpacity={0.07}
          dot={salesDot}
          activeDot={false}
          isAnimationActive={false}
        />
      ) : (
        <Bar
          dataKey="numericAmount"
          maxBarSize={widestBar}
          shape={<SalesBar active={active ?? last} />}
          isAnimationActive={false}
        />
      )}
      <ChartValues
        range={range}
        points={points}
        active={active}
        standsOn={chart === 'line' ? 'point' : 'bar'}
        onActive={onActive}
      />
    </ComposedChart>
  );
}

function NumbersTable({ range, points }: Pick<SalesChartProps, 'range' | 'points'>) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{salesBy[range]}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Period`}</th>
            <th scope="col">{t`Sales`}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ period, amount }) => (
            <tr key={period}>
              <th scope="row">{periodName(period, range)}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The index of the value to show after a key press; undefined if the key has no meaning here. The first key press shows
 * the latest value.
 */
function indexAfterKey(key: string, active: number | null, count: number): number | null | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowLeft':
      return active === null ? last : Math.max(0, active - 1);
    case 'ArrowRight':
      return active === null ? last : Math.min(last, active + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return active === null ? undefined : null;
    default:
      return undefined;
  }
}
