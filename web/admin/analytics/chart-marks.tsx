import type { BarShapeProps } from 'recharts';
import { formatRoundPrice } from '#contract/money.ts';
import { useShop } from '../../shell/shop.ts';

/** The props that recharts passes to a custom tick. */
interface TickProps {
  x?: number;
  y?: number;
  payload?: { value: number };
}

export function AmountLabel({ x = 0, y = 0, payload }: TickProps) {
  const { currency } = useShop();
  return (
    <text x={x - 2} y={y + 4} textAnchor="end">
      {formatRoundPrice(payload?.value ?? 0, currency)}
    </text>
  );
}

interface PeriodLabelProps extends TickProps {
  labels: readonly string[];
  /** Index of the label that ends at the right edge of the view; null if none does. */
  lastAtEdge: number | null;
}

export function PeriodLabel({ x = 0, y = 0, payload, labels, lastAtEdge }: PeriodLabelProps) {
  const index = payload?.value ?? 0;
  return (
    <text x={x} y={y + 16} textAnchor={index === lastAtEdge ? 'end' : 'middle'}>
      {labels[index]}
    </text>
  );
}

/** The attributes of a point of the line. */
export const salesDot = {
  r: 3.5,
  fill: 'var(--color-raised)',
  fillOpacity: 1,
  stroke: 'var(--chart-1)',
  strokeWidth: 2,
};

/** A bar of the chart. The bar with the index `active` has the full colour, the others are paler. */
export function SalesBar({ x, y, width, height, index, active }: Partial<BarShapeProps> & { active: number }) {
  return <rect x={x} y={y} width={width} height={height} fill="var(--chart-1)" opacity={index === active ? 1 : 0.82} />;
}
