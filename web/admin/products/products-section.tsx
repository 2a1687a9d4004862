import { plural, t } from '@lingui/core/macro';
import { type ComponentProps, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Listing, ListingSortField } from '#contract/catalog.ts';
import type { PrivateLinkKind } from '#contract/private-sales.ts';
import { listingFilters } from '#contract/states.ts';
import { call } from '../../api.ts';
import { lazyComponent, useLazyComponent } from '../../shell/lazy-component.ts';
import { LoadFailureDialog } from '../../shell/load-failure.tsx';
import { Price } from '../../shell/price.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useHasRole } from '../admin-access.ts';
import type ListingFormDialog from '../listing-form/listing-form-dialog.tsx';
import { PanelIcon } from '../panel-icon.tsx';
import type { Column } from '../table/column.ts';
import { currencyColumn } from '../table/csv.ts';
import { loadTable, type RequestRows } from '../table/load-table.ts';
import { StatusFilter } from '../table/status-filter.tsx';
import { TableSection, type TableWords } from '../table/table-section.tsx';
import type { Route } from './+types/products-section.ts';
import { BulkEdit } from './bulk/bulk-edit.tsx';
import { selectionColumn } from './bulk/selection-column.tsx';
import { useSelection } from './bulk/use-selection.ts';
import { completeListing } from './complete-listing.ts';
import { HolderOfListing } from './holder-of-listing.tsx';
import { listingFilterLabels } from './listing-filter-labels.ts';
import { ListingLinks } from './listing-links.tsx';
import { ListingStatusMark, statusWords } from './listing-status-mark.tsx';
import { ListingThumbnail } from './listing-thumbnail.tsx';
import { OrdersOfListing } from './orders-of-listing.tsx';
import { NewPrivateLink } from './private/new-private-link.tsx';
import { RecordSaleDialog } from './sale/record-sale-dialog.tsx';
import { UnfinishedPictures } from './unfinished-pictures.tsx';

const words: TableWords = {
  counted: (total, count) => plural(total, { one: `${count} piece`, other: `${count} pieces` }),
  search: t`Search products`,
  noMatch: t`No pieces match what you look for.`,
  pages: t`Pages of pieces`,
  file: 'pieces',
};

/** The form is larger than the rest of the section, so it is loaded when it is first opened. */
const listingFormDialog = lazyComponent(() => import('../listing-form/listing-form-dialog.tsx'));

const requestListings: RequestRows<Listing, ListingSortField> = async (query, search, signal) => {
  const status = listingFilters.find((known) => known === search.get('status'));
  const answer = await call('listListingsAsAdmin', { query: { ...query, status }, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.listings.map(completeListing), total: answer.total } : answer;
};

/** Columns of the products table, between those of the selection and of the buttons. */
const columns: Column<Listing, ListingSortField>[] = [
  {
    title: t`ID`,
    sort: 'id',
    cellClass: 'id hide-small',
    cell: ({ id }) => <span title={id}>{id}</span>,
    csv: ({ id }) => id,
  },
  {
    title: t`Image`,
    cellClass: 'cell-picture',
    cell: (listing) => <ListingThumbnail listing={listing} />,
    csv: ({ images }) => images[0] ?? '',
  },
  {
    title: t`Name`,
    sort: 'name',
    cellClass: 'strong cell-main wrap-anywhere',
    cell: ({ id, name }) => <span id={nameId(id)}>{name}</span>,
    csv: ({ name }) => name,
  },
  {
    title: t`Price`,
    sort: 'price',
    right: true,
    cell: ({ price }) => <Price of={price} />,
    csv: ({ price }) => price,
  },
  {
    title: t`Artist`,
    sort: 'artist',
    cellClass: 'hide-small',
    cell: artistOf,
    csv: artistOf,
  },
  {
    title: t`Year`,
    sort: 'year',
    cellClass: 'numeric hide-small',
    cell: ({ year }) => year ?? t`N/A`,
    csv: ({ year }) => year ?? t`N/A`,
  },
  {
    title: t`Unique`,
    sort: 'unique',
    cellClass: 'hide-small',
    cell: ({ unique }) => (unique ? <Badge tone="gold">{t`Unique`}</Badge> : <Badge>{t`Standard`}</Badge>),
    csv: ({ unique }) => (unique ? t`Unique` : t`Standard`),
  },
  {
    title: t`Status`,
    sort: 'status',
    cellClass: 'cell-second',
    cell: (listing) => <ListingStatusMark listing={listing} />,
    csv: (listing) => statusWords(listing),
  },
];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadTable(request, columns, requestListings);
}

/** Products (docs/behaviour/admin.md, 2 and 6). */
export default function ListingsSection({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const mayEdit = useHasRole('staff');
  const selection = useSelection(loaderData.rows);
  const [form, setForm] = useState<{ listing: Listing | null } | null>(null);
  const [deleted, setDeleted] = useState<Listing | null>(null);
  const mayRecordSales = useHasRole('owner');
  const [making, setMaking] = useState<PrivateLinkKind | null>(null);
  const [selling, setSelling] = useState<readonly Listing[] | null>(null);
  return (
    <>
      <TableSection
        title={t`Products`}
        words={words}
        empty={t`No products found`}
        form="table-pictures"
        columns={
          mayEdit
            ? [selectionColumn(selection), ...columns, actionsColumn((listing) => setForm({ listing }), setDeleted)]
            : columns
        }
        content={loaderData}
        idOf={({ id }) => id}
        requestRows={requestListings}
        csvColumns={[currencyColumn]}
        filters={<StatusFilter statuses={listingFilters} labels={listingFilterLabels} />}
        filterNames={['status']}
        notice={
          <>
            <ListingLinks />
            <UnfinishedPictures seenWith={loaderData} />
            {mayEdit && (
              <BulkEdit
                selection={selection}
                onSale={mayRecordSales ? () => setSelling(selection.rows) : undefined}
                onPrivateLink={setMaking}
              />
            )}
          </>
        }
        actions={
          mayEdit && (
            <Button onClick={() => setForm({ listing: null })}>
              <PanelIcon name="add" small />
              {t`Add New Product`}
            </Button>
          )
        }
      />
      {form && <LazyListingFormDialog listing={form.listing} onClose={() => setForm(null)} onSaved={revalidate} />}
      <NewPrivateLink kind={making} pieces={selection.rows} onClose={() => setMaking(null)} />
      {selling && <RecordSaleDialog pieces={selling} onClose={() => setSelling(null)} />}
      <DeleteListingDialog listing={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

function actionsColumn(
  onEdit: (listing: Listing) => void,
  onDelete: (listing: Listing) => void,
): Column<Listing, ListingSortField> {
  return {
    title: t`Actions`,
    right: true,
    cellClass: 'cell-full',
    cell: (listing) => (
      <div className="row-actions">
        <Button variant="line" aria-describedby={nameId(listing.id)} onClick={() => onEdit(listing)}>
          {t`Edit`}
        </Button>
        <Button
          variant="danger"
          className="border-transparent!"
          aria-describedby={nameId(listing.id)}
          onClick={() => onDelete(listing)}
        >
          {t`Delete`}
        </Button>
      </div>
    ),
  };
}

function LazyListingFormDialog(props: ComponentProps<typeof ListingFormDialog>) {
  const { Component: LoadedDialog, hasFailed, ...failure } = useLazyComponent(listingFormDialog);
  if (LoadedDialog) return <LoadedDialog {...props} />;
  if (!hasFailed) return null;
  const title = props.listing ? t`Edit Product` : t`Add New Product`;
  return <LoadFailureDialog title={title} onClose={props.onClose} {...failure} />;
}

interface DeleteListingDialogProps {
  /** Null while the dialog is closed. */
  listing: Listing | null;
  onClose: () => void;
}

function DeleteListingDialog({ listing, onClose }: DeleteListingDialogProps) {
  return (
    <ActionDialog
      row={listing}
      title={() => t`Delete Product`}
      confirmLabel={() => t`Delete`}
      question={({ name }) => t`Are you sure you want to delete "${name}"? This action cannot be undone.`}
      details={(shown) => (
        <>
          {shown.reserved && <HolderOfListing key={`hold ${shown.id}`} listing={shown} />}
          <OrdersOfListing key={shown.id} listing={shown} />
        </>
      )}
      action={({ id, reserved }) =>
        call('deleteProduct', { params: { id }, query: { endHold: reserved ? 'true' : 'false' } })
      }
      done={() => t`Product deleted successfully`}
      failed={t`Failed to delete product`}
      onClose={onClose}
    />
  );
}

/** `artists` and `artist` are separate fields; either may be empty. */
function artistOf({ artist, artists }: Pick<Listing, 'artist' | 'artists'>): string {
  return artist || artists || t`Unknown`;
}

const nameId = (id: string) => `product-${id}`;
