import { useEffect, useId, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { failures } from '#contract/errors.ts';
import { formatDollars, sumDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { call } from '../api.ts';
import { currentLines } from '../cart/cart-lines.ts';
import { removeFromCart } from '../cart/cart-store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { isChanged, listingIdsOf, newTotalOf, type OrderDraft, toggled, untouched } from './order-draft.ts';
import { OwnPieces, PiecesToAdd } from './order-editor-pieces.tsx';
import { OrderNumber } from './order-number.tsx';

interface OrderEditorProps {
  order: Order;
  open: boolean;
  /** `changed`: the order is another than the one shown. */
  onClose: (changed: boolean) => Promise<void>;
}

/** Modify Order: pieces to give up, pieces to add, and what that costs, before anything is saved. */
export function OrderEditor({ order, open, onClose }: OrderEditorProps) {
  const titleId = useId();
  const [isDirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = async (changed: boolean) => {
    setDirty(false);
    setAsking(false);
    await onClose(changed);
  };
  const leave = () => (isDirty ? setAsking(true) : void close(false));
  return (
    <Dialog open={open} onClose={leave} labelledBy={titleId} form="dialog dialog-wide">
      <div className="dialog-head">
        <h2 className="h-dialog" id={titleId}>
          Modify Order <OrderNumber id={order.id} />
        </h2>
        <IconButton label="Close" onClick={leave}>
          <Icon name="close" />
        </IconButton>
      </div>
      <EditorForm order={order} onDirty={setDirty} onLeave={leave} onSaved={() => close(true)} />
      <DiscardDialog open={asking} onKeep={() => setAsking(false)} onDiscard={() => void close(false)} />
    </Dialog>
  );
}

interface EditorFormProps {
  order: Order;
  onDirty: (dirty: boolean) => void;
  onLeave: () => void;
  onSaved: () => Promise<void>;
}

function EditorForm({ order, onDirty, onLeave, onSaved }: EditorFormProps) {
  const { pieces, reload } = usePieces(order);
  const [draft, setDraft] = useState(untouched);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function change(next: OrderDraft) {
    setDraft(next);
    setFailure(null);
    onDirty(isChanged(next));
  }

  async function save() {
    setBusy(true);
    setFailure(null);
    const items = listingIdsOf(order, draft).map((listingId) => ({ listingId }));
    const answer = await call('updateOrder', { params: { id: order.id }, body: { items } });
    if (answer.success) {
      showToast({ tone: 'done', text: 'Order updated successfully!' });
      takeOutOfCart(draft.added);
      await onSaved();
      return;
    }
    // What is gone cannot stay chosen.
    const left = await reload();
    if (left) change({ ...draft, added: new Set(left.map(({ id }) => id).filter((id) => draft.added.has(id))) });
    setFailure(`Failed to update order: ${answer.message}`);
    setBusy(false);
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className="dialog-body order-editor" tabIndex={0} role="group" aria-label="Pieces">
        <OwnPieces
          order={order}
          removed={draft.removed}
          onToggle={(id) => change({ ...draft, removed: toggled(draft.removed, id) })}
        />
        <PiecesToAdd
          pieces={pieces}
          added={draft.added}
          onToggle={(id) => change({ ...draft, added: toggled(draft.added, id) })}
        />
      </div>
      <div className="dialog-foot items-center">
        {failure && (
          <div className="w-full">
            <Note tone="failed">{failure}</Note>
          </div>
        )}
        <Difference order={order} draft={draft} newTotal={newTotalOf(order, draft, pieces ?? [])} />
        <Button variant="line" onClick={onLeave}>
          Cancel
        </Button>
        <Button
          disabled={!isChanged(draft) || listingIdsOf(order, draft).length === 0}
          busy={busy}
          onClick={() => void save()}
        >
          Save Changes
        </Button>
      </div>
    </>
  );
}

/** What saving costs or gives back, said whenever it changes. */
function Difference({ order, draft, newTotal }: { order: Order; draft: OrderDraft; newTotal: number }) {
  const difference = sumDollars([newTotal, -order.totalPrice]);
  const isEmpty = listingIdsOf(order, draft).length === 0;
  return (
    <p className="num mr-auto" role="status">
      New total <b className="font-semibold">{formatDollars(newTotal)}</b>
      <span className="small muted block">
        {isEmpty && failures.orderNeedsItems[1]}
        {!isEmpty && difference > 0 && `${formatDollars(difference)} will be charged`}
        {!isEmpty && difference < 0 && `${formatDollars(-difference)} will be refunded`}
        {!isEmpty && difference === 0 && isChanged(draft) && 'Nothing to pay, nothing to refund'}
      </span>
    </p>
  );
}

/** What can be bought now and is not in the order; null while it is on its way. */
function usePieces(order: Order) {
  const [pieces, setPieces] = useState<Listing[] | null>(null);
  const own = new Set(order.items.map(({ listingId }) => listingId));

  async function reload(): Promise<Listing[] | null> {
    const answer = await call('listPieces');
    const buyable = answer.success ? answer.pieces.filter(({ id }) => !own.has(id)) : null;
    if (!answer.success) showToast({ tone: 'failed', text: answer.message });
    setPieces(buyable ?? []);
    return buyable;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening of the dialog.
  useEffect(() => {
    void reload();
  }, []);
  return { pieces, reload };
}

/** What is bought now need not wait in the cart. */
function takeOutOfCart(ids: ReadonlySet<string>): void {
  for (const { id } of currentLines()) if (ids.has(id)) removeFromCart(id);
}
