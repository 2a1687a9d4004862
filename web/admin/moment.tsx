import { useTimes } from '../shell/use-times.ts';

/** Shows a moment (ISO 8601) as date and time to the minute, in the shop's time zone. */
export function Moment({ at }: { at: string }) {
  const { minute } = useTimes();
  return <time dateTime={at}>{minute(at)}</time>;
}
