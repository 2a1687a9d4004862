import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { CollectionFacets, CollectionPage } from '#contract/collection.ts';
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
  facets: CollectionFacets;
  instead: CollectionPage['instead'];
}

/** Says which filter to drop, and what there is without it. */
export function NothingFound({ search, facets, instead }: NothingFoundProps) {
  const { pieces } = facets;
  if (pieces === 0)
    return (
      <div className="state find-nothing">
        <h2 className="heading-dialog">
          <Trans>Nothing hangs here yet</Trans>
        </h2>
        <p className="muted">
          <Trans>Each piece appears here when its last coat is polished.</Trans>
        </p>
      </div>
    );
  const isOne = criteriaOf(search).length === 1;
  return (
    <div className="state find-nothing">
      <h2 className="heading-dialog">{isOne ? t`No piece is like that` : t`Nothing here is all of that at once`}</h2>
      {!isOne && <Instead {...{ search, facets, instead }} />}
      <Link className="button" to={collectionPath}>
        {plural(pieces, { one: 'Show all # piece', other: 'Show all # pieces' })}
      </Link>
    </div>
  );
}

function Instead({ search, facets, instead }: NothingFoundProps) {
  const chips = chipsOf(search, facets, usePrices());
  const nameOf = (criterion: Criterion) =>
    chips
      .filter((chip) => chip.criterion === criterion)
      .map(({ name }) => `“${name}”`)
      .reduce((names, name) => (names === '' ? name : t`${names} or ${name}`), '');
  const without = instead.filter((one) => one.without > 0);
  const sentences =
    without.length > 0
      ? without.map(({ criterion, without: count }) => ({
          criterion,
          isWithout: true,
          count,
          to: withoutCriterion(search, criterion),
        }))
      : instead
          .filter((one) => one.alone > 0)
          .map(({ criterion, alone }) => ({
            criterion,
            isWithout: false,
            count: alone,
            to: only(search, criterion),
          }));
  return (
    <p className="muted">
      {sentences.map(({ criterion, to, ...counted }) => (
        <span key={criterion}>
          <Counted names={nameOf(criterion)} address={addressOf(to)} {...counted} />{' '}
        </span>
      ))}
    </p>
  );
}

interface CountedProps {
  names: string;
  /** Whether the pieces were counted without these filters, or else with them alone. */
  isWithout: boolean;
  count: number;
  address: string;
}

function Counted({ names, isWithout, count, address }: CountedProps) {
  const pieces = piecesWords(count);
  if (isWithout && count === 1)
    return (
      <Trans>
        Without {names} there is <Link to={address}>{pieces}</Link>.
      </Trans>
    );
  if (isWithout)
    return (
      <Trans>
        Without {names} there are <Link to={address}>{pieces}</Link>.
      </Trans>
    );
  return count === 1 ? (
    <Trans>
      With {names} alone there is <Link to={address}>{pieces}</Link>.
    </Trans>
  ) : (
    <Trans>
      With {names} alone there are <Link to={address}>{pieces}</Link>.
    </Trans>
  );
}

const only = (search: CollectionSearch, kept: Criterion) =>
  criteria.filter((criterion) => criterion !== kept).reduce(withoutCriterion, search);
