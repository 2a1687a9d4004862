import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { TimeRange } from '#contract/states.ts';
import type { VisitedListing, VisitSource } from '#contract/visits.ts';
import { type Answer, call } from '../../api.ts';
import { inDigits } from '../../language/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { focusMain } from '../focus-main.ts';
import { addressOf } from '../sections.ts';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { rowsPerPage } from '../table/load-table.ts';
import { Pages } from '../table/pages.tsx';
import { pageOf } from '../table/table-address.ts';
import { visitWords } from './visit-words.ts';

/** The URL parameters with the page numbers of the two lists. */
const parameters = { pieces: 'pieces', sources: 'sources' } as const;

/** The period that the lists cover, for each range of the chart. By year it is 25 months: older counts are not kept. */
const spans: Readonly<Record<TimeRange, string>> = {
  day: t`Last 30 days`,
  month: t`Last 12 months`,
  year: t`Last 25 months`,
};

interface VisitsProps {
  range: TimeRange;
  /** The lists are loaded again when it changes. */
  version: unknown;
}

/**
 * The pieces that are looked at most, and where visitors came from. Shows no list while nothing was counted
 * (docs/behaviour/visits.md, 8).
 */
export function Visits({ range, version }: VisitsProps) {
  const [search] = useSearchParams();
  const pages = { pieces: pageOf(search, parameters.pieces), sources: pageOf(search, parameters.sources) };
  const { pieces, sources, retry } = useVisits(range, pages, version);
  const span = spans[range];
  const isFailed = pieces?.success === false || sources?.success === false;
  function tryAgain() {
    retry();
    // The button is removed.
    focusMain();
  }
  return (
    <>
      {isFailed && (
        <Note tone="failed">
          <span className="flex flex-wrap items-center gap-x-4">
            {t`What is looked at could not be loaded`}
            <Button variant="text" onClick={tryAgain}>
              {t`Try Again`}
            </Button>
          </span>
        </Note>
      )}
      {pieces?.success && pieces.total > 0 && (
        <List
          title={t`What is looked at`}
          words={t`${span}. Saves and cart adds count when their visitor is signed in.`}
          pages={t`Pages of what is looked at`}
          total={pieces.total}
          page={pages.pieces}
          parameter={parameters.pieces}
          columns={listingColumns}
          rows={pieces.listings}
          idOf={({ listingId }) => listingId}
        />
      )}
      {sources?.success && sources.total > 0 && (
        <List
          title={t`Where visitors came from`}
          words={t`${span}. Pages that were opened by a link on another site, by the name of that site.`}
          pages={t`Pages of where visitors came from`}
          total={sources.total}
          page={pages.sources}
          parameter={parameters.sources}
          columns={sourceColumns}
          rows={sources.sources}
          idOf={({ host }) => host}
        />
      )}
    </>
  );
}

interface Answers {
  pieces: Answer<'listVisitedListings'> | null;
  sources: Answer<'listVisitSources'> | null;
}

const noAnswers: Answers = { pieces: null, sources: null };

/** Loads both lists. An answer is null until it has arrived for the first time, and again after `retry`. */
function useVisits(range: TimeRange, pages: { pieces: number; sources: number }, version: unknown) {
  const [answers, setAnswers] = useState(noAnswers);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version or attempt loads the same again.
  useEffect(() => {
    const closing = new AbortController();
    const request = { params: { period: range }, quiet: true, signal: closing.signal };
    const pageOfRows = (page: number) => ({ query: { page, pageSize: rowsPerPage } });
    void Promise.all([
      call('listVisitedListings', { ...request, ...pageOfRows(pages.pieces) }),
      call('listVisitSources', { ...request, ...pageOfRows(pages.sources) }),
    ]).then(([pieces, sources]) => {
      if (!closing.signal.aborted) setAnswers({ pieces, sources });
    });
    return () => closing.abort();
  }, [range, pages.pieces, pages.sources, version, attempt]);
  function retry() {
    setAnswers(noAnswers);
    setAttempt((count) => count + 1);
  }
  return { ...answers, retry };
}

interface ListProps<Row> {
  title: string;
  words: string;
  /** Label of the links to pages. */
  pages: string;
  total: number;
  page: number;
  parameter: string;
  columns: readonly Column<Row, never>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
}

function List<Row>({ title, words, pages, total, page, parameter, columns, rows, idOf }: ListProps<Row>) {
  const id = `visits-${parameter}`;
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className="subtle numeric">{inDigits(total)}</span>
        <p>{words}</p>
      </header>
      <DataTable label={title} form="table-plain" columns={columns} rows={rows} idOf={idOf} />
      <div className="px-5 py-3 empty:hidden">
        <Pages label={pages} page={page} total={total} parameter={parameter} />
      </div>
    </section>
  );
}

/** The unit after a number. It is shown only on narrow screens, where the head of the table is hidden. */
const unit = (words: string) => <span className="lg:hidden"> {words}</span>;

const listingColumns: Column<VisitedListing, never>[] = [
  {
    title: t`Piece`,
    cellClass: 'strong cell-main wrap-anywhere',
    cell: (listing) => (
      <>
        <Link to={`${addressOf('products')}?q=${encodeURIComponent(listing.listingId)}`}>{listing.name}</Link>
        <span className="way-words font-normal lg:hidden">{visitWords({ ...listing, views: 0 })}</span>
      </>
    ),
  },
  {
    title: t`Views`,
    right: true,
    cell: ({ views }) => (
      <>
        {inDigits(views)}
        {unit(plural(views, { one: 'view', other: 'views' }))}
      </>
    ),
  },
  { title: t`Saves`, right: true, cellClass: 'hide-small', cell: ({ saves }) => inDigits(saves) },
  { title: t`Cart adds`, right: true, cellClass: 'hide-small', cell: ({ cartAdds }) => inDigits(cartAdds) },
  { title: t`Enquiries`, right: true, cellClass: 'hide-small', cell: ({ enquiries }) => inDigits(enquiries) },
];

const sourceColumns: Column<VisitSource, never>[] = [
  { title: t`Site`, cellClass: 'strong cell-main wrap-anywhere', cell: ({ host }) => host || t`Other` },
  {
    title: t`Visits`,
    right: true,
    cell: ({ visits }) => (
      <>
        {inDigits(visits)}
        {unit(plural(visits, { one: 'visit', other: 'visits' }))}
      </>
    ),
  },
];
