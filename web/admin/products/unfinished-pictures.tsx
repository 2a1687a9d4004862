import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { call } from '../../api.ts';
import { inDigits } from '../../language/numbers.ts';

/** Milliseconds between two requests while images are unfinished. */
const pollInterval = 2_000;

/**
 * Progress of the variants of new images; renders nothing when all are finished. `seenWith` is the data of the products table: the
 * number is requested again whenever the table is loaded again.
 */
export function UnfinishedPictures({ seenWith }: { seenWith: object }) {
  const { unfinished, most } = useUnfinishedCount(seenWith);
  if (unfinished === 0) return null;
  const count = inDigits(unfinished);
  return (
    <div className="grid gap-1">
      <progress className="progress" value={most - unfinished} max={most} aria-label={t`Making pictures ready`} />
      <span className="subtle numeric">
        {plural(unfinished, {
          one: 'One picture is being made ready in all sizes. Until then each is shown as it was uploaded.',
          other: `${count} pictures are being made ready in all sizes. Until then each is shown as it was uploaded.`,
        })}
      </span>
    </div>
  );
}

/** `most` is the largest number since it was last 0. */
function useUnfinishedCount(seenWith: object): { unfinished: number; most: number } {
  const [count, setCount] = useState({ unfinished: 0, most: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a table that was loaded again can contain new images.
  useEffect(() => {
    const abort = new AbortController();
    let next: ReturnType<typeof setTimeout>;
    const poll = async () => {
      const answer = await call('countUnfinishedPictures', { quiet: true, signal: abort.signal });
      if (abort.signal.aborted || !answer.success) return;
      const { unfinished } = answer;
      setCount(({ most }) => ({ unfinished, most: unfinished === 0 ? 0 : Math.max(most, unfinished) }));
      if (unfinished > 0) next = setTimeout(poll, pollInterval);
    };
    void poll();
    return () => {
      abort.abort();
      clearTimeout(next);
    };
  }, [seenWith]);
  return count;
}
