import { Link } from 'react-router';
import type { CollectionPage } from '#contract/collection.ts';
import {
  type CollectionSearch,
  type Criterion,
  criteria,
  criteriaOf,
  withoutCriterion,
} from '#contract/collection-search.ts';
import { usePrices } from '../shell/price.tsx';
import { addressOf, chipsOf, collectionPath, piecesWords } from './search-links.ts';

interface NothingFoundProps {
  search: CollectionSearch;
  instead: CollectionPage['instead'];
  pieces: number;
}

/** Says which filter to drop, and what there is without it. */
export function NothingFound({ search, instead, pieces }: NothingFoundProps) {
  if (pieces === 0)
    return (
      <div className="state find-nothing">
        <h2 className="heading-dialog">Nothing hangs here yet</h2>
        <p className="muted">Each piece appears here when its last coat is polished.</p>
      </div>
    );
  const isOne = criteriaOf(search).length === 1;
  return (
    <div className="state find-nothing">
      <h2 className="heading-dialog">{isOne ? 'No piece is like that' : 'Nothing here is all of that at once'}</h2>
      {!isOne && <Instead search={search} instead={instead} />}
      <Link className="button" to={collectionPath}>
        Show all {piecesWords(pieces)}
      </Link>
    </div>
  );
}

function Instead({ search, instead }: Pick<NothingFoundProps, 'search' | 'instead'>) {
  const chips = chipsOf(search, usePrices());
  const nameOf = (criterion: Criterion) =>
    chips
      .filter((chip) => chip.criterion === criterion)
      .map(({ name }) => `“${name}”`)
      .join(' or ');
  const without = instead.filter((one) => one.without > 0);
  const sentences =
    without.length > 0
      ? without.map(({ criterion, without: count }) => ({
          criterion,
          words: `Without ${nameOf(criterion)}`,
          count,
          to: withoutCriterion(search, criterion),
        }))
      : instead
          .filter((one) => one.alone > 0)
          .map(({ criterion, alone }) => ({
            criterion,
            words: `With ${nameOf(criterion)} alone`,
            count: alone,
            to: only(search, criterion),
          }));
  return (
    <p className="muted">
      {sentences.map(({ criterion, words, count, to }) => (
        <span key={criterion}>
          {words} there {count === 1 ? 'is' : 'are'} <Link to={addressOf(to)}>{piecesWords(count)}</Link>.{' '}
        </span>
      ))}
    </p>
  );
}

const only = (search: CollectionSearch, kept: Criterion) =>
  criteria.filter((criterion) => criterion !== kept).reduce(withoutCriterion, search);
