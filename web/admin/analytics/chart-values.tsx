import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { Sales } from '#contract/analytics.ts';
import type { TimeRange } from '#contract/states.ts';
import { periodName } from './period-labels.ts';

interface ChartValuesProps {
  range: TimeRange;
  points: Sales['chartData'];
  /** Index of the period whose value is shown. */
  active: number | null;
  standsOn: 'point' | 'bar';
  onActive: (index: number | null) => void;
}

type Plot = NonNullable<ReturnType<typeof usePlotArea>>;

/** Drawn over the chart: one column per period, which reacts to the pointer, and the value of the active period. */
export function ChartValues({ range, points, active, standsOn, onActive }: ChartValuesProps) {
  const plot = usePlotArea();
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  if (!plot || !xOf || !yOf) return null;
  const centre = (index: number) => xOf(index, { position: 'middle' }) ?? plot.x;
  const shown = active === null ? undefined : points[active];
  return (
    <>
      {active !== null && shown && (
        <Value
          plot={plot}
          x={centre(active)}
          y={yOf(shown.numericAmount) ?? plot.y}
          standsOn={standsOn}
          name={periodName(shown.period, range)}
          amount={shown.amount}
        />
      )}
      {points.map(({ period }, index) => {
        const { from, to } = columnOf(index, points.length, centre, plot);
        return (
          <rect
            key={period}
            data-index={index}
            x={from}
            width={Math.max(0, to - from)}
            y={plot.y}
            height={plot.height}
            fill="transparent"
            onPointerEnter={() => onActive(index)}
            onPointerDown={() => onActive(index)}
          />
        );
      })}
    </>
  );
}

/** The left and right edge of a period's column: halfway to the previous period and halfway to the next. */
function columnOf(index: number, count: number, centre: (index: number) => number, plot: Plot) {
  const edges = { left: plot.x, right: plot.x + plot.width };
  return {
    from: index === 0 ? edges.left : (centre(index - 1) + centre(index)) / 2,
    to: index === count - 1 ? edges.right : (centre(index) + centre(index + 1)) / 2,
  };
}

/** Lengths of the box around a value, in units of the view. `letter` is the width of a character. */
const box = { width: 104, height: 34, distance: 12, letter: 6.6, padding: 16 };

interface ValueProps {
  plot: Plot;
  x: number;
  y: number;
  standsOn: 'point' | 'bar';
  name: string;
  amount: string;
}

/** The value above its point, or below it if there is no space above. */
function Value({ plot, x, y, standsOn, name, amount }: ValueProps) {
  const width = Math.max(box.width, amount.length * box.letter + box.padding);
  const left = Math.min(Math.max(x - width / 2, plot.x), plot.x + plot.width - width);
  const above = y - box.distance - box.height;
  const top = above >= 0 ? above : y + box.distance;
  const middle = left + width / 2;
  return (
    <g className="chart-value">
      {standsOn === 'point' && (
        <line
          x1={x}
          x2={x}
          y1={Math.min(y + 7, plot.y + plot.height)}
          y2={plot.y + plot.height}
          stroke="var(--color-ink)"
          strokeDasharray="2 3"
        />
      )}
      <rect x={left} y={top} width={width} height={box.height} rx={2} fill="var(--color-action)" />
      <text x={middle} y={top + 14} textAnchor="middle">
        {name}
      </text>
      <text x={middle} y={top + 28} textAnchor="middle" className="amount">
        {amount}
      </text>
    </g>
  );
}
