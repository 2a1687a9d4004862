import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { pieceFields } from '#contract/collection/piece.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { previewsOf } from './draft-image.ts';
import { EndHold } from './end-hold.tsx';
import { choiceWords } from './field-labels.ts';
import { ListingConflicts } from './listing-conflicts.tsx';
import { withFields } from './listing-draft.ts';
import { ListingFieldset } from './listing-fields.tsx';
import { ListingImages } from './listing-images.tsx';
import { ListingVisits } from './listing-visits.tsx';
import { useListingForm } from './use-listing-form.ts';

interface ListingFormProps {
  listing: Listing | null;
  onDirty: (isDirty: boolean) => void;
  onLeave: () => void;
  onSaved: () => Promise<void>;
  /** Certificate, provenance, condition reports and close look of the listing. */
  papers: ReactNode;
}

/** The form for adding and editing a listing (docs/behaviour/admin.md, 7). */
export function ListingForm({ listing, onDirty, onLeave, onSaved, papers }: ListingFormProps) {
  // The listing as it was when the form was opened; the list behind the form may change later.
  const [opened] = useState(listing);
  const editing = useListingForm(opened, onDirty, onSaved);
  const { draft, failure, conflicts } = editing;
  return (
    <form className="contents" {...editing.form}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label={t`Product`}>
        {conflicts.length > 0 && (
          <ListingConflicts
            conflicts={conflicts}
            draft={draft}
            theirs={conflicts.reduce((theirs, conflict) => withFields(theirs, conflict.theirs), draft)}
            onChoose={editing.choose}
          />
        )}
        <ListingImages
          images={draft.images}
          previews={previewsOf(opened)}
          onChange={editing.changeImages}
          onUploading={editing.setUploading}
        />
        <ListingFieldset
          form={{
            fields: pieceFields,
            words: choiceWords,
            draft,
            errors: failure?.fields ?? {},
            change: editing.change,
          }}
          isNew={opened === null}
          isPriceFixed={editing.isPriceFixed}
        />
        {opened && (
          <EndHold
            listing={opened}
            refusals={editing.refusals}
            checked={editing.endHold}
            onChange={editing.setEndHold}
          />
        )}
        {papers}
        {opened && <ListingVisits listingId={opened.id} />}
      </div>
      <div className="dialog-foot">
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <Button variant="line" onClick={onLeave}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={editing.isBusy} busyLabel={t`Saving...`} disabled={editing.isUploading}>
          {t`Save Product`}
        </Button>
      </div>
    </form>
  );
}
