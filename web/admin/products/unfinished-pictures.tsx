import { useEffect, useState } from 'react';
import { call } from '../../api.ts';

/** Milliseconds between two looks while there are any. */
const lookEvery = 2_000;

/**
 * How far the shop is with the sizes of new pictures; nothing once all are there. Looks again whenever the table it stands
 * with was loaded anew.
 */
export function UnfinishedPictures({ seenWith }: { seenWith: object }) {
  const { unfinished, most } = useUnfinished(seenWith);
  if (unfinished === 0) return null;
  return (
    <div className="grid gap-1">
      <progress className="progress" value={most - unfinished} max={most} aria-label="Making pictures ready" />
      <span className="subtle num">
        {unfinished === 1 ? 'One picture is' : `${unfinished.toLocaleString('en-US')} pictures are`} being made ready in
        all sizes. Until then each is shown as it was uploaded.
      </span>
    </div>
  );
}

/** `most`: the most there were at once since there were none. */
function useUnfinished(seenWith: object): { unfinished: number; most: number } {
  const [count, setCount] = useState({ unfinished: 0, most: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a table loaded anew may have brought new pictures.
  useEffect(() => {
    const left = new AbortController();
    let next: ReturnType<typeof setTimeout>;
    const look = async () => {
      const answer = await call('countUnfinishedPictures', { quiet: true, signal: left.signal });
      if (left.signal.aborted || !answer.success) return;
      const { unfinished } = answer;
      setCount(({ most }) => ({ unfinished, most: unfinished === 0 ? 0 : Math.max(most, unfinished) }));
      if (unfinished > 0) next = setTimeout(look, lookEvery);
    };
    void look();
    return () => {
      left.abort();
      clearTimeout(next);
    };
  }, [seenWith]);
  return count;
}
