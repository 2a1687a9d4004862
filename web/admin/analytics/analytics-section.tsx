import type { ReactNode } from 'react';
import { type ShouldRevalidateFunctionArgs, useNavigation, useRevalidator, useSearchParams } from 'react-router';
import type { TimeRange } from '#contract/states.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { orLeave, requireAdmin } from '../admin-access.ts';
import type { Route } from './+types/analytics-section.ts';
import { Averages } from './averages.tsx';
import { type ChartType, chartOf, chartWords, rangeOf, rangeWords, writeChoice } from './choices.ts';
import { SalesTrend } from './sales-trend.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin();
  const range = rangeOf(new URL(request.url).searchParams);
  const answer = orLeave(await call('getSales', { params: { period: range }, signal: request.signal }));
  return { range, sales: answer.success ? answer.data : null };
}

/** Another chart of the same numbers needs no other numbers. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href || rangeOf(currentUrl.searchParams) !== rangeOf(nextUrl.searchParams);
}

/** Sales Analytics (SPEC.md §2). */
export default function AnalyticsSection({ loaderData: { range, sales } }: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams();
  const { state, revalidate } = useRevalidator();
  const next = useNavigation().location;
  const wanted = rangeOf(next ? new URLSearchParams(next.search) : search);
  const chart = chartOf(search);
  const isLoading = state === 'loading' || wanted !== range;
  const choose = (change: { range?: TimeRange; chart?: ChartType }) =>
    setSearch((now) => writeChoice(now, change), { preventScrollReset: true });

  return (
    <>
      <div className="bar">
        <h1>Sales Analytics</h1>
        <Choice label="Range" value={wanted} words={rangeWords} onChoose={(value) => choose({ range: value })} />
        <Choice label="Chart" value={chart} words={chartWords} onChoose={(value) => choose({ chart: value })} />
        <Button variant="line" busy={state === 'loading'} busyLabel="Refresh" onClick={() => void revalidate()}>
          <Icon name="refresh" small />
          Refresh
        </Button>
      </div>
      {sales && <Averages sales={sales} />}
      <SalesTrend
        range={range}
        chart={chart}
        sales={sales}
        isLoading={isLoading}
        onTryAgain={() => void revalidate()}
      />
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  words: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, words, onChoose }: ChoiceProps<Value>): ReactNode {
  // The keys of a record over Value are Values.
  const values = Object.keys(words) as Value[];
  return (
    <select
      aria-label={label}
      className="input input-sm w-36!"
      value={value}
      onChange={(event) => {
        const chosen = values.find((one) => one === event.target.value);
        if (chosen) onChoose(chosen);
      }}
    >
      {values.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </select>
  );
}
