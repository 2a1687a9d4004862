import { useEffect, useId, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { UnsavedChanges } from '../../account/unsaved-changes.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListingForm } from './listing-form.tsx';

interface ListingFormDialogProps {
  /** The listing to edit; null for a new one. */
  listing: Listing | null;
  onClose: () => void;
  /** Called when the listing was saved. */
  onSaved: () => void;
}

/** Adds or edits a listing. Mounted while it is open; asks before unsaved changes are lost. */
export default function ListingFormDialog({ listing, onClose, onSaved }: ListingFormDialogProps) {
  const titleId = useId();
  const [isDirty, setDirty] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [closing, setClosing] = useState<'saved' | 'left' | null>(null);
  // The dialog is closed by then and has returned the focus to the element that opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once.
  useEffect(() => {
    if (closing === 'saved') onSaved();
    if (closing !== null) onClose();
  }, [closing]);

  const leave = () => (isDirty ? setLeaving(true) : setClosing('left'));
  return (
    <Dialog open={closing === null} onClose={leave} labelledBy={titleId} variant="wide">
      <div className="dialog-head">
        <h2 id={titleId} className="text-18!" tabIndex={-1} data-autofocus={listing ? '' : undefined}>
          {listing ? 'Edit Product' : 'Add New Product'}
        </h2>
        <IconButton label="Close" small onClick={leave}>
          <Icon name="close" />
        </IconButton>
      </div>
      <ListingForm listing={listing} onDirty={setDirty} onLeave={leave} onSaved={() => setClosing('saved')} />
      <UnsavedChanges
        dirty={isDirty && closing === null}
        leaving={isLeaving}
        onStay={() => setLeaving(false)}
        onDiscard={() => setClosing('left')}
      />
    </Dialog>
  );
}
