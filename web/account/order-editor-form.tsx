import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { failures } from '#contract/errors.ts';
import { sumPrices } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { call } from '../api.ts';
import { currentLines } from '../cart/cart-lines.ts';
import { removeFromCart } from '../cart/cart-store.ts';
import { usePrices } from '../shell/price.tsx';
import { useShop } from '../shell/shop.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import {
  changedPrices,
  isChanged,
  itemsOf,
  listingIdsOf,
  newTotalOf,
  noChanges,
  type OrderDraft,
  toggled,
} from './order-draft.ts';
import { CurrentItems, ListingsToAdd } from './order-editor-items.tsx';

interface EditorFormProps {
  order: Order;
  onDirty: (dirty: boolean) => void;
  onLeave: () => void;
  onSaved: () => Promise<void>;
}

/** Edits an order: its pieces, the listings that can be added, the new total, Cancel and Save Changes. */
export default function EditorForm({ onLeave, ...props }: EditorFormProps) {
  const { order } = props;
  const { draft, change, toAdd, isBusy, failure, submit } = useOrderChanges(props);
  // A payment at the processor cannot be raised later, and the price of the delivery is for these pieces only.
  const canGrow = useShop().payments.mode !== 'stripe' && order.deliveryName === '';
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <div className="dialog-body order-editor" tabIndex={0} role="group" aria-label={t`Pieces`}>
        <CurrentItems
          order={order}
          removed={draft.removed}
          onToggle={(id) => change({ ...draft, removed: toggled(draft.removed, id) })}
        />
        {canGrow ? (
          <ListingsToAdd
            listings={toAdd.listings}
            failure={toAdd.failure}
            onTryAgain={() => void toAdd.reload()}
            added={draft.added}
            onToggle={(id) => change({ ...draft, added: toggled(draft.added, id) })}
          />
        ) : (
          <p className="muted">
            <Trans>Further pieces need an order of their own.</Trans>
          </p>
        )}
      </div>
      <div className="dialog-foot items-center">
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <Difference order={order} draft={draft} newTotal={newTotalOf(order, draft, toAdd.listings ?? [])} />
        <Button variant="line" onClick={onLeave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled={!isChanged(draft) || listingIdsOf(order, draft).length === 0} busy={isBusy} onClick={submit}>
          <Trans>Save Changes</Trans>
        </Button>
      </div>
    </>
  );
}

/** Holds the draft of an order's changes and saves it. `toAdd` has the listings that can be added. */
function useOrderChanges({ order, onDirty, onSaved }: Omit<EditorFormProps, 'onLeave'>) {
  const toAdd = useListingsToAdd(order);
  const listings = toAdd.listings ?? [];
  const [draft, setDraft] = useState(noChanges);
  const showPrice = usePrices();
  const { isBusy, failure, setFailure, submit } = useSubmission(save);

  const isDirty = isChanged(draft);
  // A layout effect runs before the browser's next event, so Escape directly after a click finds the new value.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  function change(next: OrderDraft) {
    setDraft(next);
    setFailure(null);
  }

  async function save() {
    const body = { items: itemsOf(order, draft, listings) };
    const answer = await call('updateOrder', { params: { id: order.id }, body });
    if (answer.success) {
      showToast({ tone: 'done', text: t`Order updated successfully!` });
      removeAddedFromCart(draft.added);
      await onSaved();
      return;
    }
    // A listing that is no longer available cannot stay selected. What was changed meanwhile stays.
    const left = await toAdd.reload();
    if (left) {
      const ids = left.map(({ id }) => id);
      setDraft((latest) => ({ ...latest, added: new Set(ids.filter((id) => latest.added.has(id))) }));
    }
    const prices = changedPrices(draft, listings, left ?? []).map(
      ({ name, price }) => t`${name} now costs ${{ price: showPrice(price) }}.`,
    );
    return {
      message: [t`Failed to update order: ${{ reason: answer.message }}`, ...prices].join(
        prices.length > 0 ? '. ' : '',
      ),
    };
  }

  return { draft, change, toAdd, isBusy, failure, submit };
}

/**
 * The listings that can be added: available and not in the order. Null while they load, and if they could not be
 * loaded.
 */
function useListingsToAdd(order: Order) {
  const [listings, setListings] = useState<Listing[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const own = new Set(order.items.map(({ listingId }) => listingId));

  async function reload(): Promise<Listing[] | null> {
    // The old message is removed first, so that the same failure is announced again.
    setFailure(null);
    const answer = await call('listPieces');
    const buyable = answer.success ? answer.pieces.filter(({ id }) => !own.has(id)) : null;
    setFailure(answer.success ? null : answer.message);
    setListings(buyable);
    return buyable;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once per opening of the dialog.
  useEffect(() => {
    void reload();
  }, []);
  return { listings, failure, reload };
}

function removeAddedFromCart(ids: ReadonlySet<string>): void {
  for (const { id } of currentLines()) if (ids.has(id)) removeFromCart(id);
}

/** The new total and the amount to be charged or refunded, announced whenever they change. */
function Difference({ order, draft, newTotal }: { order: Order; draft: OrderDraft; newTotal: number }) {
  const price = usePrices();
  const difference = sumPrices([newTotal, -order.totalPrice]);
  const isEmpty = listingIdsOf(order, draft).length === 0;
  return (
    <p className="numeric mr-auto" role="status">
      <Trans>
        New total <b className="font-semibold">{price(newTotal)}</b>
      </Trans>
      <span className="small muted block">
        {isEmpty && failures.orderNeedsItems[1]}
        {!isEmpty && difference > 0 && t`${{ sum: price(difference) }} will be charged`}
        {!isEmpty && difference < 0 && t`${{ sum: price(-difference) }} will be refunded`}
        {!isEmpty && difference === 0 && isChanged(draft) && t`Nothing to pay, nothing to refund`}
      </span>
    </p>
  );
}
