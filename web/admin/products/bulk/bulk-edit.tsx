import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useRevalidator } from 'react-router';
import type { PrivateLinkKind } from '#contract/private-sales.ts';
import { type Answer, call } from '../../../api.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { useMaySetPrices } from '../../admin-access.ts';
import { adminFailure } from '../../admin-failure.ts';
import { cataloguesAddress } from '../catalogues/catalogues-address.ts';
import { type BulkDraft, changeOf, firstDraft } from './bulk-draft.ts';
import { BulkFields } from './bulk-fields.tsx';
import { BulkResult } from './bulk-result.tsx';
import type { Selection } from './use-selection.ts';

export type Changed = Extract<Answer<'changeProducts'>, { success: true }>;

interface BulkEditProps {
  selection: Selection;
  /** Opens the form of a sale of the selected pieces; absent for admins who may not record one. */
  onSale: (() => void) | undefined;
  /** Opens the form of an offer or a room with the selected pieces. */
  onPrivateLink: (kind: PrivateLinkKind) => void;
}

/** Changes the selected pieces together, and says which could not be changed. */
export function BulkEdit({ selection, onSale, onPrivateLink }: BulkEditProps) {
  const { draft, setDraft, changed, setChanged, isBusy, failure, form } = useBulkChange(selection);
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form with the focused button was removed.
    if (changed) words.current?.focus();
  }, [changed]);
  /** Makes a change that removes the pressed button, and moves the focus to the words that appear then. */
  const changeAndFocusWords = (change: () => void) => {
    flushSync(change);
    words.current?.focus();
  };
  const { total, selectAll } = selection;
  const { length } = selection.rows;
  return (
    <>
      {length === 0 && (changed || total > 0) && (
        <div ref={words} tabIndex={-1}>
          {changed ? (
            <BulkResult key={changed.at} changed={changed} onDone={() => changeAndFocusWords(() => setChanged(null))} />
          ) : (
            <p className="subtle">
              {onSale
                ? t`Select pieces first. Then you can change them together, record their sale, offer them to a client, or make a viewing room or a catalogue of them.`
                : t`Select pieces first. Then you can change them together, offer them to a client, or make a viewing room or a catalogue of them.`}
            </p>
          )}
        </div>
      )}
      {length > 0 && (
        <form className="panel grid gap-3 p-4" tabIndex={-1} aria-label={t`Change the selected pieces`} {...form}>
          <div className="flex flex-wrap items-end gap-3">
            <BulkFields draft={draft} error={failure?.fields} onChange={setDraft} />
            <Button type="submit" small busy={isBusy} busyLabel={t`Changing...`}>
              {plural(length, { one: 'Change # piece', other: 'Change # pieces' })}
            </Button>
            <SelectionButtons
              {...{ selection, onSale, onPrivateLink }}
              onSelectAll={() => {
                // The pressed button is removed, so the form takes the focus.
                form.ref.current?.focus();
                selectAll(true);
              }}
              onClear={() => changeAndFocusWords(() => selectAll(false))}
            />
          </div>
          {failure?.message && <FailureNote>{failure.message}</FailureNote>}
        </form>
      )}
    </>
  );
}

/** The change as entered, the result of the latest change, and the form that sends it. */
function useBulkChange(selection: Selection) {
  const maySetPrices = useMaySetPrices();
  const [draft, setDraft] = useState<BulkDraft>(() => firstDraft(maySetPrices));
  const [changed, setChanged] = useState<Changed | null>(null);
  const { revalidate } = useRevalidator();
  const submission = useSubmission(async () => {
    const change = changeOf(draft);
    if ('message' in change) return change;
    const answer = await call('changeProducts', { body: { ids: selection.rows.map(({ id }) => id), ...change } });
    if (!answer.success) return adminFailure(t`Failed to change the pieces`, answer);
    await revalidate();
    setChanged(answer);
    setDraft(firstDraft(maySetPrices));
    selection.selectAll(false);
    return undefined;
  });
  return { draft, setDraft, changed, setChanged, ...submission };
}

interface SelectionButtonsProps extends BulkEditProps {
  onSelectAll: () => void;
  onClear: () => void;
}

/** Buttons for what else can be done with the selected pieces, and for the selection itself. */
function SelectionButtons(props: SelectionButtonsProps) {
  const { onSale, onPrivateLink } = props;
  const { rows, total } = props.selection;
  return (
    <>
      {onSale && (
        <Button variant="line" small onClick={onSale}>
          {t`Record a sale`}
        </Button>
      )}
      <Button variant="line" small onClick={() => onPrivateLink('offer')}>
        {t`Offer to a client`}
      </Button>
      <Button variant="line" small onClick={() => onPrivateLink('room')}>
        {t`Viewing room`}
      </Button>
      <Link className={buttonClass('line', { small: true })} to={cataloguesAddress(rows.map(({ id }) => id))}>
        {t`Catalogue`}
      </Link>
      {rows.length < total && (
        <Button variant="text" small onClick={props.onSelectAll}>
          {t`Select all ${total} on this page`}
        </Button>
      )}
      <Button variant="text" small onClick={props.onClear}>
        {t`Clear selection`}
      </Button>
    </>
  );
}
