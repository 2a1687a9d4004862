import { useTimes } from '../shell/use-times.ts';

/** When something was or will be, to the minute. */
export function Moment({ at }: { at: string }) {
  const { minute } = useTimes();
  return <time dateTime={at}>{minute(at)}</time>;
}
