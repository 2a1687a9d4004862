import { lazy, Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Listing, ListingSortField } from '#contract/catalog.ts';
import { formatDollars } from '#contract/money.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from '../table/column.ts';
import { DeleteDialog } from '../table/delete-dialog.tsx';
import { type AskForRows, loadTable } from '../table/load-table.ts';
import { TableSection } from '../table/table-section.tsx';
import type { Route } from './+types/products-section.ts';
import { ListingStatusMark, statusWords } from './listing-status-mark.tsx';
import { ProductThumbnail } from './product-thumbnail.tsx';
import { UnfinishedPictures } from './unfinished-pictures.tsx';

/** The form is more than the rest of the section: fetched when it is opened first. */
const ProductFormDialog = lazy(() => import('../product-form/product-form-dialog.tsx'));

const askForProducts: AskForRows<Listing, ListingSortField> = async (query, _search, signal) => {
  const answer = await call('listListingsAsAdmin', { query, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.listings, total: answer.total } : answer;
};

/** SPEC.md §2, Products. What the last column's buttons do is the section's. */
const columns: Column<Listing, ListingSortField>[] = [
  {
    title: 'ID',
    sort: 'id',
    cellClass: 'id hide-s',
    cell: ({ id }) => <span title={id}>{id}</span>,
    csv: ({ id }) => id,
  },
  {
    title: 'Image',
    cellClass: 'c-img',
    cell: (listing) => <ProductThumbnail listing={listing} />,
    csv: ({ images }) => images[0] ?? '',
  },
  {
    title: 'Name',
    sort: 'name',
    cellClass: 'strong c-main wrap-anywhere',
    cell: ({ id, name }) => <span id={nameId(id)}>{name}</span>,
    csv: ({ name }) => name,
  },
  {
    title: 'Price',
    sort: 'price',
    right: true,
    cell: ({ price }) => formatDollars(price),
    csv: ({ price }) => price,
  },
  {
    title: 'Artist',
    sort: 'artist',
    cellClass: 'hide-s',
    cell: ({ artist }) => artist || 'Unknown',
    csv: ({ artist }) => artist || 'Unknown',
  },
  {
    title: 'Year',
    sort: 'year',
    cellClass: 'num hide-s',
    cell: ({ year }) => year ?? 'N/A',
    csv: ({ year }) => year ?? 'N/A',
  },
  {
    title: 'Unique',
    sort: 'unique',
    cellClass: 'hide-s',
    cell: ({ unique }) => (unique ? <Badge tone="gold">Unique</Badge> : <Badge>Standard</Badge>),
    csv: ({ unique }) => (unique ? 'Unique' : 'Standard'),
  },
  {
    title: 'Status',
    sort: 'status',
    cellClass: 'c-2',
    cell: (listing) => <ListingStatusMark listing={listing} />,
    csv: (listing) => statusWords(listing),
  },
];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadTable(request, columns, askForProducts);
}

/** Products (SPEC.md §2, Admin panel). */
export default function ProductsSection({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [form, setForm] = useState<{ listing: Listing | null } | null>(null);
  const [deleted, setDeleted] = useState<Listing | null>(null);
  return (
    <>
      <TableSection
        title="Products"
        noun={['piece', 'pieces']}
        empty="No products found"
        form="table-p"
        columns={[...columns, actionsColumn((listing) => setForm({ listing }), setDeleted)]}
        content={loaderData}
        idOf={({ id }) => id}
        ask={askForProducts}
        notice={<UnfinishedPictures seenWith={loaderData} />}
        actions={
          <Button onClick={() => setForm({ listing: null })}>
            <Icon name="add" small />
            Add New Product
          </Button>
        }
      />
      {form && (
        <Suspense>
          <ProductFormDialog
            listing={form.listing}
            onClose={() => setForm(null)}
            onSaved={() => {
              setForm(null);
              void revalidate();
            }}
          />
        </Suspense>
      )}
      <DeleteDialog
        row={deleted}
        title="Delete Product"
        question={({ name }) => `Are you sure you want to delete "${name}"? This action cannot be undone.`}
        onDelete={({ id }) => call('deleteProduct', { params: { id } })}
        done="Product deleted successfully"
        failed="Failed to delete product"
        onClose={() => setDeleted(null)}
      />
    </>
  );
}

function actionsColumn(
  onEdit: (listing: Listing) => void,
  onDelete: (listing: Listing) => void,
): Column<Listing, ListingSortField> {
  return {
    title: 'Actions',
    right: true,
    cellClass: 'c-full',
    cell: (listing) => (
      <div className="acts">
        <Button variant="line" aria-describedby={nameId(listing.id)} onClick={() => onEdit(listing)}>
          Edit
        </Button>
        <Button
          variant="danger"
          className="border-transparent!"
          aria-describedby={nameId(listing.id)}
          onClick={() => onDelete(listing)}
        >
          Delete
        </Button>
      </div>
    ),
  };
}

const nameId = (id: string) => `product-${id}`;
