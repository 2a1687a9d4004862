import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits.ts';
import type { OrderDetails, OrderItem } from '#contract/orders.ts';
import type { OrderReturn } from '#contract/returns.ts';
import { isOpenReturn, returnAfter, returnStateLabel } from '#contract/states.ts';
import { call } from '../api.ts';
import { DraftDialog, type DraftFormProps } from '../shell/draft-dialog.tsx';
import { Price } from '../shell/price.tsx';
import { useTimes } from '../shell/use-times.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextArea } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';

/** The returns of an order, each with its next step, and a button for a new one if the shop offers it (docs/behaviour/returns.md, 12). */
export default function OrderReturns({ order }: { order: OrderDetails }) {
  const [asking, setAsking] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const left = listingsToReturn(order);
  return (
    <section className="md:col-span-2">
      <h3 className="heading-block mb-2" ref={title} tabIndex={-1}>
        <Trans>Returns</Trans>
      </h3>
      <ul className="grid gap-4">
        {order.returns?.map((orderReturn) => (
          <ReturnLine key={orderReturn.id} order={order} orderReturn={orderReturn} title={title} />
        ))}
      </ul>
      {left.length > 0 && <Offer order={order} onAsk={() => setAsking(true)} />}
      {asking && <AskDialog order={order} pieces={left} onClose={() => setAsking(false)} title={title} />}
    </section>
  );
}

function Offer({ order, onAsk }: { order: OrderDetails; onAsk: () => void }) {
  const { day } = useTimes();
  const [now] = useState(Date.now);
  const until = order.returnable?.until ?? null;
  if (!order.returnable || (until !== null && Date.parse(until) <= now)) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3">
      <Button variant="line" small onClick={onAsk}>
        <Trans>Return a Piece</Trans>
      </Button>
      {until !== null && (
        <span className="muted small">
          <Trans>Until {{ day: day(until) }}</Trans>
        </span>
      )}
    </p>
  );
}

/** The pieces of an order that are in no open return. */
function listingsToReturn({ items, returns = [] }: OrderDetails): OrderItem[] {
  const open = returns.filter(({ state }) => isOpenReturn(state)).flatMap((openReturn) => openReturn.items);
  const taken = new Set(open.map(({ listingId }) => listingId));
  return items.filter(({ listingId }) => !taken.has(listingId));
}

interface ReturnLineProps {
  order: OrderDetails;
  orderReturn: OrderReturn;
  title: RefObject<HTMLHeadingElement | null>;
}

function ReturnLine({ order, orderReturn, title }: ReturnLineProps) {
  const { revalidate } = useRevalidator();
  const names = orderReturn.items.map(({ name }) => name).join(', ');
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('withdrawReturn', { params: { id: order.id, returnId: orderReturn.id } });
    await revalidate();
    if (!answer.success) return { message: t`Failed to withdraw the return: ${{ reason: answer.message }}` };
    // The button, which had the focus, is removed.
    title.current?.focus();
    return undefined;
  });
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-3">
        <Badge>{orderReturn.isWithdrawn ? t`Withdrawn` : returnStateLabel[orderReturn.state]}</Badge>
        <span className="wrap-anywhere">{names}</span>
      </span>
      <span className="muted small">
        <Next orderReturn={orderReturn} />
      </span>
      {orderReturn.note !== '' && <span className="small wrap-anywhere whitespace-pre-line">“{orderReturn.note}”</span>}
      {failure && <FailureNote>{failure.message}</FailureNote>}
      {returnAfter(orderReturn.state, 'withdraw') && (
        <span>
          <Button variant="line" small onClick={submit} busy={isBusy}>
            <Trans>
              Withdraw<span className="visually-hidden"> the return of {names}</span>
            </Trans>
          </Button>
        </span>
      )}
    </li>
  );
}

/** Says what happens next with a return. */
function Next({ orderReturn: { state, refunded, isWithdrawn } }: { orderReturn: OrderReturn }) {
  switch (state) {
    case 'requested':
      return t`We answer by email. Please keep the piece until then.`;
    case 'approved':
      return t`Please pack the piece well, send it to us, and keep the receipt.`;
    case 'received':
      return t`The piece is with us. We look at it and write to you about the refund.`;
    case 'declined':
      return t`If you see it differently, please write to us.`;
    case 'closed':
      if (isWithdrawn) return t`You keep the piece.`;
      return refunded === undefined ? (
        t`There was no further refund.`
      ) : (
        <Trans>
          <Price of={refunded} /> was refunded.
        </Trans>
      );
  }
}

interface AskDialogProps {
  order: OrderDetails;
  pieces: readonly OrderItem[];
  onClose: () => void;
  title: RefObject<HTMLHeadingElement | null>;
}

/** The dialog that asks for a return. It is mounted only while it is open. */
function AskDialog({ order, pieces, onClose, title }: AskDialogProps) {
  const { revalidate } = useRevalidator();
  const finish = async () => {
    await revalidate();
    if (document.activeElement === document.body) title.current?.focus();
  };
  const first = (): AskDraft => ({
    chosen: pieces.length === 1 ? pieces.map(({ listingId }) => listingId) : [],
    reason: '',
  });
  return (
    <DraftDialog first={first} onClose={onClose} onDone={() => void finish()}>
      {(form) => <AskForm orderId={order.id} pieces={pieces} {...form} />}
    </DraftDialog>
  );
}

interface AskDraft {
  chosen: readonly string[];
  reason: string;
}

interface AskFormProps extends DraftFormProps<AskDraft> {
  orderId: string;
  pieces: readonly OrderItem[];
}

function AskForm({ orderId, pieces, titleId, draft: { chosen, reason }, onChange, onLeave, onDone }: AskFormProps) {
  const choose = (id: string, isChosen: boolean) =>
    onChange({ chosen: [...chosen.filter((other) => other !== id), ...(isChosen ? [id] : [])] });
  const { isBusy, failure, form } = useSubmission(() => {
    if (chosen.length === 0) return { message: t`Please choose a piece` };
    if (reason.trim() === '') return { message: '', fields: { reason: t`Please tell us why` } };
    return send();
  });
  async function send() {
    const answer = await call('requestReturn', { params: { id: orderId }, body: { listingIds: [...chosen], reason } });
    if (!answer.success) return { message: t`Failed to ask for the return: ${{ reason: answer.message }}` };
    onDone();
    return undefined;
  }
  return (
    <form className="grid gap-4" {...form}>
      <h2 className="heading-dialog" id={titleId}>
        <Trans>Return a Piece</Trans>
      </h2>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">
          <Trans>Which pieces</Trans>
        </legend>
        {pieces.map(({ listingId, listing }) => (
          <Checkbox
            key={listingId}
            checked={chosen.includes(listingId)}
            onChange={({ target }) => choose(listingId, target.checked)}
            label={<span className="wrap-anywhere">{listing.name}</span>}
          />
        ))}
      </fieldset>
      <TextArea
        label={t`Why`}
        hint={t`What is wrong, or what you had expected. We answer by email.`}
        rows={4}
        maxLength={limits.returnText}
        value={reason}
        error={failure?.fields?.reason}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="line" onClick={onLeave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={isBusy}>
          <Trans>Ask for the Return</Trans>
        </Button>
      </div>
    </form>
  );
}
