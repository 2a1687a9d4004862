import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import type { PrivateLink } from '#contract/private-sales.ts';
import { type Answer, call } from '../../../api.ts';
import { DraftDialog, type DraftFormProps } from '../../../shell/draft-dialog.tsx';
import { useShop } from '../../../shell/shop.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { Checkbox, TextArea, TextField } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { type FormFailure, useSubmission } from '../../../ui/use-submission.ts';
import { useMaySetPrices } from '../../admin-access.ts';
import { adminFailure } from '../../admin-failure.ts';
import { AddPiece } from './add-piece.tsx';
import { type LinkDraft, type LinkListing, linkOf, movedUp } from './link-draft.ts';

/** The address of a new link; null after an existing link was changed. */
export type MadeLink = string | null;

interface PrivateLinkDialogProps {
  first: () => LinkDraft;
  /** The link to change; absent for a new one. */
  changed?: PrivateLink;
  onClose: () => void;
  onDone: (url: MadeLink) => void;
}

/** Makes or changes a client offer or a viewing room. Mount it only while it is open. */
export function PrivateLinkDialog({ first, changed, onClose, onDone }: PrivateLinkDialogProps) {
  return (
    <DraftDialog<LinkDraft, MadeLink> first={first} onClose={onClose} onDone={onDone}>
      {(form) => <PrivateLinkForm {...form} changed={changed} />}
    </DraftDialog>
  );
}

interface PrivateLinkFormProps extends DraftFormProps<LinkDraft, MadeLink> {
  changed: PrivateLink | undefined;
}

function PrivateLinkForm({ titleId, draft, changed, onChange, onLeave, onDone }: PrivateLinkFormProps) {
  const { timezone } = useShop();
  const isOffer = draft.kind === 'offer';
  const { isBusy, failure, form } = useSubmission(async (): Promise<FormFailure | undefined> => {
    const link = linkOf(draft, timezone);
    if ('fields' in link) return { message: '', fields: link.fields };
    const answer = await save(link, changed);
    if (!answer.success)
      return adminFailure(isOffer ? t`Failed to save the offer` : t`Failed to save the room`, answer);
    onDone('url' in answer ? answer.url : null);
    return undefined;
  });
  const field = (name: 'name' | 'email' | 'day' | 'note') => ({
    name,
    value: draft[name],
    error: failure?.fields?.[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <form className="grid gap-4" {...form}>
      <h2 className="text-18!" id={titleId}>
        {isOffer ? t`Offer to a client` : t`Viewing room`}
      </h2>
      <p className="muted">
        {isOffer
          ? t`Whoever has the link can buy, at the price you name. Everybody else sees the pieces as reserved.`
          : t`A page with these pieces for whoever has the link. Search engines never see it, and nothing is reserved.`}
      </p>
      <ListingFields draft={draft} isNew={!changed} errors={failure?.fields} onChange={onChange} />
      <TextField
        label={isOffer ? t`Client’s name (optional)` : t`Title of the room`}
        autoComplete="off"
        {...field('name')}
      />
      {!changed && (
        <TextField label={t`Client’s email (optional)`} type="email" autoComplete="off" {...field('email')} />
      )}
      <TextArea label={t`Note to the client (optional)`} rows={3} {...field('note')} />
      <TextField label={t`Open until the end of`} type="date" {...field('day')} />
      {!isOffer && (
        <Checkbox
          label={t`Show prices`}
          checked={draft.showsPrices}
          onChange={({ target }) => onChange({ showsPrices: target.checked })}
        />
      )}
      {!changed && draft.email.trim() !== '' && (
        <Checkbox
          label={t`Email the link to the client now`}
          checked={draft.send}
          onChange={({ target }) => onChange({ send: target.checked })}
        />
      )}
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <DialogActions busy={isBusy} onCancel={onLeave}>
        {changed ? t`Save` : t`Make the link`}
      </DialogActions>
    </form>
  );
}

function save(
  link: Exclude<ReturnType<typeof linkOf>, { fields: object }>,
  changed: PrivateLink | undefined,
): Promise<Answer<'addPrivateLink'> | Answer<'changePrivateLink'>> {
  if (!changed) return call('addPrivateLink', { body: link });
  const { name, note, until, showsPrices, pieces } = link;
  const body = { name, note, until, ...(changed.kind === 'room' && { showsPrices, pieces }) };
  return call('changePrivateLink', { params: { id: changed.id }, body });
}

interface ListingFieldsProps {
  draft: LinkDraft;
  isNew: boolean;
  errors: Readonly<Record<string, string>> | undefined;
  onChange: (changes: Partial<LinkDraft>) => void;
}

/** The fields for the pieces: of an offer their own prices; of a room which pieces it has, their order and the words about them. */
function ListingFields({ draft: { kind, pieces }, isNew, errors, onChange }: ListingFieldsProps) {
  const maySetPrices = useMaySetPrices() && isNew;
  const change = (index: number, value: { price?: string; words?: string }) =>
    onChange({ pieces: pieces.map((listing, position) => (position === index ? { ...listing, ...value } : listing)) });
  const list = useRef<HTMLOListElement>(null);
  const remove = (removed: string) => {
    onChange({ pieces: pieces.filter(({ listingId }) => listingId !== removed) });
    // The button that was pressed is removed.
    list.current?.focus();
  };
  const moveUp = (index: number) => {
    onChange({ pieces: movedUp(pieces, index) });
    // The piece is the first one now, which has no such button.
    if (index === 1) list.current?.focus();
  };
  return (
    <>
      <ol className="grid gap-3 outline-none" ref={list} tabIndex={-1} aria-label={t`Pieces`}>
        {pieces.map((listing, index) => (
          <li key={listing.listingId} className="grid gap-1">
            {kind === 'offer' ? (
              <OfferedListing
                listing={listing}
                maySetPrice={maySetPrices}
                error={errors?.[listing.listingId]}
                onPrice={(price) => change(index, { price })}
              />
            ) : (
              <RoomListing
                listing={listing}
                onWords={(words) => change(index, { words })}
                onMoveUp={index > 0 ? () => moveUp(index) : null}
                onRemove={pieces.length > 1 ? () => remove(listing.listingId) : null}
              />
            )}
          </li>
        ))}
      </ol>
      {kind === 'room' && (
        <AddPiece
          chosen={pieces.map(({ listingId }) => listingId)}
          onAdd={({ id, name }) => onChange({ pieces: [...pieces, { listingId: id, name, words: '', price: '' }] })}
        />
      )}
    </>
  );
}

interface OfferedListingProps {
  listing: LinkListing;
  maySetPrice: boolean;
  error: string | undefined;
  onPrice: (price: string) => void;
}

function OfferedListing({ listing: { listingId, name, price }, maySetPrice, error, onPrice }: OfferedListingProps) {
  if (!maySetPrice) return <span className="strong">{name}</span>;
  return (
    <TextField
      label={t`Own price of ${name} (optional)`}
      name={listingId}
      inputMode="decimal"
      value={price}
      error={error}
      onChange={({ target }) => onPrice(target.value)}
    />
  );
}

interface RoomListingProps {
  listing: LinkListing;
  onWords: (words: string) => void;
  /** Null for the first piece. */
  onMoveUp: (() => void) | null;
  /** Null for the only piece. */
  onRemove: (() => void) | null;
}

function RoomListing({ listing: { name, words }, onWords, onMoveUp, onRemove }: RoomListingProps) {
  return (
    <>
      <TextArea
        label={t`Words about ${name} (optional)`}
        rows={2}
        value={words}
        onChange={({ target }) => onWords(target.value)}
      />
      <span className="flex flex-wrap gap-x-4">
        {onMoveUp && (
          <Button variant="text" small onClick={onMoveUp}>
            {t`Move ${name} up`}
          </Button>
        )}
        {onRemove && (
          <Button variant="text" small onClick={onRemove}>
            {t`Remove ${name}`}
          </Button>
        )}
      </span>
    </>
  );
}
