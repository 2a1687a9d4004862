import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect } from 'react';
import {
  type ShouldRevalidateFunctionArgs,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { type Answer, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { handleDenial, requireAdmin } from '../admin-access.ts';
import { PanelIcon } from '../panel-icon.tsx';
import { PartFailure } from '../part-failure.tsx';
import { useAddressChange } from '../table/use-address-change.ts';
import type { Route } from './+types/analytics-section.ts';
import { Averages } from './averages.tsx';
import { chartOf, chartWords, inAddress, rangeOf, rangeWords } from './choices.ts';
import { completeSales } from './complete-sales.ts';
import { SalesTrend } from './sales-trend.tsx';
import { Visits } from './visits.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin();
  const range = rangeOf(new URL(request.url).searchParams);
  const asked = call('getSales', { params: { period: range }, signal: request.signal });
  // Not awaited: the section and its controls are shown while the server sums the sales.
  return { answered: asked.then((answer) => ({ range, answer })) };
}

/** Another chart type shows the same data, so it is not loaded again. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href || rangeOf(currentUrl.searchParams) !== rangeOf(nextUrl.searchParams);
}

/** Sales Analytics (docs/behaviour/analytics.md). */
export default function AnalyticsSection({ loaderData: { answered } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const next = useNavigation().location;
  const wanted = next ? new URLSearchParams(next.search) : search;
  const change = useAddressChange();
  const { value: shown, isPending } = useLatest(answered);
  useLeaveWhenDenied(shown?.answer);
  const isLoading = isPending || rangeOf(wanted) !== shown?.range;
  const sales = shown?.answer.success ? completeSales(shown.answer.data) : null;

  return (
    <>
      <div className="bar">
        <h1>{t`Sales Analytics`}</h1>
        <Choice
          label={t`Range`}
          value={rangeOf(wanted)}
          words={rangeWords}
          onChoose={(range) => change({ range: inAddress(range) })}
        />
        <Choice
          label={t`Chart`}
          value={chartOf(wanted)}
          words={chartWords}
          onChoose={(chart) => change({ chart: inAddress(chart) })}
        />
        <Button variant="line" busy={isPending} busyLabel={t`Refresh`} onClick={() => void revalidate()}>
          <PanelIcon name="refresh" small />
          {t`Refresh`}
        </Button>
      </div>
      <FailureBoundary data={shown} fallback={PartFailure}>
        {sales && <Averages sales={sales} />}
        <SalesTrend
          range={shown?.range ?? rangeOf(wanted)}
          chart={chartOf(wanted)}
          sales={sales}
          isLoading={isLoading}
          onTryAgain={() => void revalidate()}
        />
      </FailureBoundary>
      <FailureBoundary data={answered} fallback={PartFailure}>
        <Visits range={rangeOf(wanted)} version={answered} />
      </FailureBoundary>
    </>
  );
}

function useLeaveWhenDenied(answer: Answer<'getSales'> | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (answer && handleDenial(answer)) void navigate('/');
  }, [answer, navigate]);
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
      className="input input-small w-36!"
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
