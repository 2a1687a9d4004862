import { countInWords } from './artist-words.ts';

/** How many pieces a row has: in words where the table has no head. */
export function Pieces({ count }: { count: number }) {
  return (
    <>
      <span className="max-lg:hidden">{count}</span>
      <span className="lg:hidden">{countInWords(count)}</span>
    </>
  );
}
