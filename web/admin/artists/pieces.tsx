import { countInWords } from './artist-words.ts';

/** The number of pieces of a row. On narrow screens, where the table has no head, it is in words. */
export function Pieces({ count }: { count: number }) {
  return (
    <>
      <span className="max-lg:hidden">{count}</span>
      <span className="lg:hidden">{countInWords(count)}</span>
    </>
  );
}
